package io.goodput.lab.nodes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A cluster in a temporary folder. It ends when this object is closed or this process is
 * interrupted. The folder stays if the start fails, because it has the nodes' logs.
 */
public final class TemporaryCluster implements AutoCloseable {

  private static final Path PARENT = Path.of(System.getProperty("java.io.tmpdir"));

  private final Cluster cluster;
  private final TemporaryFolder folder;
  private final Thread atExit = new Thread(this::remove, "goodput-lab-stop");

  private TemporaryCluster(TemporaryFolder folder, ClusterSpec spec) {
    this.folder = folder;
    this.cluster = Cluster.open(spec);
  }

  /** Starts a cluster, given its difference from one stock node, and waits until it answers. */
  public static TemporaryCluster start(
      Path cassandraLib, UnaryOperator<ClusterSpec> shape, Consumer<String> progress) {
    TemporaryFolder folder = TemporaryFolder.in(PARENT, "goodput-lab");
    TemporaryCluster opened;
    try {
      ClusterSpec spec = shape.apply(ClusterSpec.of(cassandraLib, folder.path()));
      opened = new TemporaryCluster(folder, spec);
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
    Runtime.getRuntime().addShutdownHook(opened.atExit);
    try {
      opened.cluster.start(progress);
      return opened;
    } catch (RuntimeException e) {
      Runtime.getRuntime().removeShutdownHook(opened.atExit);
      opened.cluster.close();
      throw e;
    }
  }

  /** The cluster. Close this object instead of it. */
  public Cluster cluster() {
    return cluster;
  }

  /** CPU time of all running nodes since they started, as counted by the operating system. */
  public Duration cpuTime() {
    return cluster.nodes().stream()
        .flatMap(node -> node.pid().stream())
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    remove();
  }

  private void remove() {
    cluster.kill();
    folder.close();
  }
}
