package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.Node;
import io.goodput.lab.nodes.NodeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
@DisplayName("Writes near a limit while a node joins the cluster")
class PendingNodeClusterIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final int KEYS = 40;
  private static final int ROWS = 60;

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.open(Nodes.on(Nodes.SHARED_PORT).withNodes(3).withOptions(Nodes.withPlugin()));

  /** The node streams data and receives writes, and does not serve clients until it is told to. */
  private NodeOptions joining() throws IOException {
    return Nodes.withPlugin()
        .withSetting("auto_bootstrap", true)
        .withSetting(
            "seed_provider",
            List.of(
                Map.of(
                    "class_name",
                    "org.apache.cassandra.locator.SimpleSeedProvider",
                    "parameters",
                    List.of(Map.of("seeds", "127.0.0.1:" + storagePort())))))
        .withJvmArgument("-Dcassandra.write_survey=true");
  }

  private String storagePort() throws IOException {
    String key = "storage_port: ";
    try (Stream<Path> files = Files.walk(cluster.directory())) {
      Path yaml = files.filter(file -> file.endsWith("cassandra.yaml")).findFirst().orElseThrow();
      return Files.readAllLines(yaml).stream()
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(key.length()))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  @DisplayName("All acknowledged rows are there once the node has joined")
  void acknowledgedRows_afterTheNodeHasJoined_areAllThere() throws Exception {
    cluster.start(cluster.node(1));
    cluster.start(cluster.node(2));
    try (Cql cql = Cql.connect(cluster.node(1), "ks", 1)) {
      cql.changeSchema(
          "CREATE TABLE t (k int, c int, PRIMARY KEY (k, c)) WITH " + RateLimit.writes(5));
      NodeOptions options = joining();
      CompletableFuture<Void> joining =
          CompletableFuture.runAsync(() -> cluster.start(cluster.node(3), options));
      await().atMost(TIMEOUT).ignoreExceptions().until(this::isThirdNodeJoining);

      Set<List<Integer>> acknowledged = new HashSet<>();
      long rejected = 0;
      for (int k = 0; k < KEYS; k++) {
        for (int c = 0; c < ROWS; c++) {
          SimpleStatement write =
              SimpleStatement.newInstance("INSERT INTO t (k, c) VALUES (?, ?)", k, c)
                  .setConsistencyLevel(ONE);
          if (Flood.isAccepted(cql, write)) {
            acknowledged.add(List.of(k, c));
          } else {
            rejected++;
          }
        }
      }

      assertThat(isThirdNodeJoining()).isTrue();
      assertThat(acknowledged).isNotEmpty();
      assertThat(rejected).isPositive();
      Jmx.invoke(cluster.node(3), Jmx.STORAGE_SERVICE, "joinRing");
      joining.join();
      await().atMost(TIMEOUT).until(() -> !isThirdNodeJoining());
      assertThat(Jmx.replicaReads(cluster.node(3), "ks", "t")).isZero();
      assertThat(rows(cql)).containsAll(acknowledged);
      assertThat(Jmx.replicaReads(cluster.node(3), "ks", "t")).isPositive();
      for (Node node : cluster.nodes()) {
        assertThat(Jmx.metric(node, "name=Faults", "Count")).isEqualTo(0L);
      }
    }
  }

  private boolean isThirdNodeJoining() throws Exception {
    return ((List<?>) Jmx.attribute(cluster.node(1), Jmx.STORAGE_SERVICE, "JoiningNodes"))
        .stream().anyMatch(address -> address.toString().contains("127.0.0.3"));
  }

  private static Set<List<Integer>> rows(Cql cql) {
    Set<List<Integer>> rows = new HashSet<>();
    for (int k = 0; k < KEYS; k++) {
      cql.run(SimpleStatement.newInstance("SELECT k, c FROM t WHERE k = ?", k))
          .forEach(row -> rows.add(List.of(row.getInt("k"), row.getInt("c"))));
    }
    return rows;
  }
}
