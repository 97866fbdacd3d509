package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.cluster.Cluster;
import io.goodput.cluster.Node;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("On three nodes, a limit set through the first")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ThreeNodeClusterIT {

  @AutoClose
  private final Cluster cluster = Cluster.start(Nodes.on(Nodes.SHARED_PORT).withNodes(3));

  @BeforeAll
  void limitedTables() {
    try (Cql first = through(cluster.node(1))) {
      for (String table : new String[] {"t", "changed"}) {
        first.change(
            "CREATE TABLE "
                + table
                + " (k int PRIMARY KEY)"
                + " WITH per_partition_rate_limit = {'max_reads_per_second': 0}");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void isEnforcedByEach(int node) {
    try (Cql cql = through(cluster.node(node))) {
      cql.assertRefused("reads", "t", () -> cql.run("SELECT * FROM t WHERE k = 1"));
    }
  }

  @Test
  void isEnforcedByANodeThatWasDownWhenItWasSet() {
    Node third = cluster.node(3);
    third.stop();
    try (Cql first = through(cluster.node(1))) {
      first.run("ALTER TABLE changed WITH per_partition_rate_limit = {'max_writes_per_second': 0}");
    }
    cluster.start(third);

    try (Cql cql = through(third)) {
      assertThat(cql.limits("t")).isEqualTo(Map.of("reads", 0));
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(cql.limits("changed")).isEqualTo(Map.of("writes", 0)));
      cql.assertRefused("writes", "changed", () -> cql.run("INSERT INTO changed (k) VALUES (1)"));
    }
  }

  private static Cql through(Node node) {
    return Cql.connect(node, "ks", 3);
  }
}
