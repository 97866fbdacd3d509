package io.goodput.bench;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.cluster.Cluster;
import io.goodput.cluster.ClusterSpec;
import java.nio.file.Path;
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
  private final Thread atExit = new Thread(this::remove, "goodput-bench-stop");

  private TemporaryCluster(Cluster cluster, TemporaryFolder folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  /**
   * Starts a cluster and waits until it answers.
   *
   * @param cassandraLib folder with Cassandra's jars
   * @param shape changes a specification of one stock node into that of the cluster
   * @param progress receives short lines
   */
  public static TemporaryCluster start(
      Path cassandraLib, UnaryOperator<ClusterSpec> shape, Consumer<String> progress) {
    TemporaryCluster started = open(cassandraLib, shape);
    Runtime.getRuntime().addShutdownHook(started.atExit);
    try {
      started.cluster.start(progress);
      return started;
    } catch (RuntimeException e) {
      Runtime.getRuntime().removeShutdownHook(started.atExit);
      started.cluster.close();
      throw e;
    }
  }

  private static TemporaryCluster open(Path cassandraLib, UnaryOperator<ClusterSpec> shape) {
    TemporaryFolder folder = TemporaryFolder.in(PARENT, "goodput-bench");
    try {
      Cluster cluster = Cluster.open(shape.apply(ClusterSpec.of(cassandraLib, folder.path())));
      return new TemporaryCluster(cluster, folder);
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** The cluster. Close this object instead of it. */
  public Cluster cluster() {
    return cluster;
  }

  /** Creates the keyspace {@code bench}, with a replica on each node, and tables in it. */
  public void create(CqlSession session, String... tables) {
    session.execute(
        "CREATE KEYSPACE bench WITH replication ="
            + " {'class': 'SimpleStrategy', 'replication_factor': %d}"
                .formatted(cluster.nodes().size()));
    for (String table : tables) {
      session.execute("CREATE TABLE bench." + table);
    }
    // The driver checks schema agreement only with the nodes that it has connected to.
    cluster.awaitReady(progress -> {});
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
