package io.goodput.bench;

import io.goodput.cluster.Cluster;
import io.goodput.cluster.ClusterSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A cluster that exists for one benchmark, in a temporary folder. It goes away with this object,
 * and with this process if that is interrupted. The folder of a failed start stays, for its logs.
 */
public final class TemporaryCluster implements AutoCloseable {

  private final Cluster cluster;
  private final Thread atExit = new Thread(this::remove, "goodput-bench-stop");

  private TemporaryCluster(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Starts a cluster and waits until it answers.
   *
   * @param cassandraLib folder with Cassandra's jars
   * @param shape makes the cluster wanted out of a single node without the plug-in
   * @param progress told what has been reached, a short line at a time
   */
  public static TemporaryCluster start(
      Path cassandraLib, UnaryOperator<ClusterSpec> shape, Consumer<String> progress) {
    Cluster cluster = open(cassandraLib, shape);
    TemporaryCluster own = new TemporaryCluster(cluster);
    Runtime.getRuntime().addShutdownHook(own.atExit);
    try {
      cluster.start(progress);
      return own;
    } catch (RuntimeException e) {
      Runtime.getRuntime().removeShutdownHook(own.atExit);
      cluster.close();
      throw e;
    }
  }

  /** What cannot be started leaves no folder behind. */
  private static Cluster open(Path cassandraLib, UnaryOperator<ClusterSpec> shape) {
    Path folder = newFolder();
    try {
      return Cluster.open(shape.apply(ClusterSpec.of(cassandraLib, folder)));
    } catch (RuntimeException e) {
      delete(folder);
      throw e;
    }
  }

  /** The cluster itself; closing it is left to this object. */
  public Cluster cluster() {
    return cluster;
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    remove();
  }

  private void remove() {
    cluster.kill();
    delete(cluster.directory());
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("goodput-bench");
    } catch (IOException e) {
      throw new BenchException("Cannot make a temporary folder: " + e.getMessage() + ".", e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new BenchException("Cannot remove " + folder + ": " + e.getMessage() + ".", e);
    }
  }
}
