package io.goodput.it;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.cluster.Cluster;
import io.goodput.cluster.Node;
import io.goodput.cluster.NodeOptions;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

@DisplayName("While a client of all nodes reads and writes at QUORUM,")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RollingInstallClusterIT {

  @AutoClose
  private final Cluster cluster =
      Cluster.start(Nodes.on(Nodes.THREE_PORT).withNodes(3).withOptions(NodeOptions.stock()));

  @Test
  @Order(1)
  void thePlugInIsInstalledNodeByNode_withoutAnError() {
    try (Cql cql = Cql.connect(cluster.node(1), "ks", 3)) {
      cql.change("CREATE TABLE served (k int PRIMARY KEY, v int)");
      cql.change("CREATE TABLE limited (k int PRIMARY KEY, v int)");
    }

    assertThat(errorsWhileRestarting(Nodes.withPlugin())).isEmpty();
  }

  @Test
  @Order(2)
  void aLimitSetThen_holdsOnAllNodes() {
    try (Cql cql = Cql.connect(cluster.node(1), "ks", 3)) {
      String option = " WITH per_partition_rate_limit = {'max_writes_per_second': %d}";
      cql.change("ALTER TABLE served" + option.formatted(100_000));
      cql.change("ALTER TABLE limited" + option.formatted(0));
    }

    for (Node node : cluster.nodes()) {
      try (Cql cql = Cql.connect(node, "ks", 3)) {
        cql.assertRefused(
            "writes", "limited", () -> cql.run("INSERT INTO limited (k, v) VALUES (1, 1)"));
      }
    }
  }

  @Test
  @Order(3)
  void itIsRemovedNodeByNode_withoutAnError() {
    assertThat(errorsWhileRestarting(NodeOptions.stock())).isEmpty();
  }

  private Queue<String> errorsWhileRestarting(NodeOptions options) {
    Queue<String> errors = new ConcurrentLinkedQueue<>();
    AtomicBoolean done = new AtomicBoolean();
    try (CqlSession session =
        CqlSession.builder()
            .addContactPoints(cluster.contactPoints())
            .withLocalDatacenter("datacenter1")
            .withConfigLoader(Cql.patience())
            .build()) {
      CompletableFuture<Void> client =
          CompletableFuture.runAsync(
              () -> {
                while (!done.get()) {
                  serve(session, errors);
                }
              });
      try {
        for (Node node : cluster.nodes()) {
          node.stop();
          cluster.start(node, options);
        }
      } finally {
        done.set(true);
        client.join();
      }
    }
    return errors;
  }

  private static void serve(CqlSession session, Queue<String> errors) {
    for (int key = 0; key < 50; key++) {
      try {
        session.execute(statement("INSERT INTO ks.served (k, v) VALUES (?, 1)", key));
        session.execute(statement("SELECT v FROM ks.served WHERE k = ?", key));
      } catch (DriverException e) {
        errors.add(e.toString());
      }
    }
  }

  /** One that the driver may send again when a connection ends under it. */
  private static SimpleStatement statement(String query, int key) {
    return SimpleStatement.newInstance(query, key).setConsistencyLevel(QUORUM).setIdempotent(true);
  }
}
