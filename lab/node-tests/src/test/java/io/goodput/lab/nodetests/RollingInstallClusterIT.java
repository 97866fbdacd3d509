package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.ONE;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.Node;
import io.goodput.lab.nodes.NodeOptions;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Rolling restarts of three nodes under load")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
@Tag("slow")
class RollingInstallClusterIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int READS = 300;

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(
          Nodes.on(Nodes.THREE_NODES_PORT)
              .withNodes(3)
              .withOptions(withoutDynamicSnitch(Nodes.stock())));

  /** Disables latency scores, which would favor the nodes that have been up longest. */
  private static NodeOptions withoutDynamicSnitch(NodeOptions options) {
    return options
        .withSetting("dynamic_snitch", false)
        .withSetting("read_request_timeout", "10s")
        .withSetting("write_request_timeout", "10s");
  }

  @BeforeAll
  void tables() {
    try (Cql cql = through(1)) {
      cql.changeSchema(
          "CREATE TABLE served (k int PRIMARY KEY, v int)",
          "CREATE TABLE limited (k int PRIMARY KEY, v int)",
          "CREATE TABLE shared (k int PRIMARY KEY) WITH speculative_retry = 'NEVER'");
    }
  }

  @Nested
  @Order(1)
  @DisplayName("A rolling restart that installs the plug-in on two nodes")
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class InstalledOnTwo extends RollingRestart {

    @AutoClose private final Cql first = through(1);
    @AutoClose private final Cql second = through(2);
    @AutoClose private final Cql withoutPlugin = through(3);

    InstalledOnTwo() {
      super(Nodes.withWeightedReads(), 1, 2);
    }

    @BeforeAll
    void limits() {
      first.changeSchema(
          "CREATE TABLE t (k int PRIMARY KEY, v int) WITH " + RateLimit.reads(100_000),
          "CREATE TABLE closed (k int PRIMARY KEY) WITH " + RateLimit.reads(0),
          "CREATE TABLE altered (k int PRIMARY KEY) WITH " + RateLimit.reads(0));
    }

    @Test
    @DisplayName("A write that only the node without the plug-in accepts reaches all replicas")
    void acknowledgedWrite_rejectedByReplica_isSentAgain() throws Exception {
      try (Cql twoReplicas = Cql.connect(cluster.node(1), "rf2", 2)) {
        twoReplicas.changeSchema(
            "CREATE TABLE rf2.resent (k int PRIMARY KEY) WITH " + RateLimit.writes(0));
        long acknowledged = 0;
        for (int k = 0; k < 300; k++) {
          SimpleStatement write =
              SimpleStatement.newInstance("INSERT INTO rf2.resent (k) VALUES (?)", k);
          acknowledged += Flood.isAccepted(first, write.setConsistencyLevel(ONE)) ? 1 : 0;
        }

        long expected = acknowledged;
        assertThat(expected).isPositive();
        await()
            .atMost(TIMEOUT)
            .untilAsserted(
                () ->
                    assertThat(Jmx.replicaWrites(cluster.node(2), "rf2", "resent"))
                        .isEqualTo(expected));
      }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void quorumWrite_throughAnyNode_isReadThroughAllNodes(int node) {
      List<Cql> nodes = List.of(first, second, withoutPlugin);
      nodes
          .get(node - 1)
          .run(
              SimpleStatement.newInstance("INSERT INTO t (k, v) VALUES (?, ?)", node, node)
                  .setConsistencyLevel(QUORUM));

      SimpleStatement select =
          SimpleStatement.newInstance("SELECT v FROM t WHERE k = ?", node)
              .setConsistencyLevel(QUORUM);
      for (Cql reader : nodes) {
        assertThat(reader.run(select).all()).extracting(row -> row.getInt("v")).containsOnly(node);
      }
    }

    @Test
    void limit_onNodeWithPlugin_isEnforced() {
      second.assertRejected(
          "reads", "closed", () -> second.run("SELECT * FROM closed WHERE k = 1"));
    }

    @Test
    void limit_onNodeWithoutPlugin_isNotEnforced() {
      assertThat(withoutPlugin.run("SELECT * FROM closed WHERE k = 1").all()).isEmpty();
    }

    @Test
    void unstampedCounter_requestsFromNodeWithoutPlugin_areCounted() throws Exception {
      String metric = "keyspace=ks,scope=closed,name=ReadsUnstamped";
      long before = (long) Jmx.metric(cluster.node(1), metric, "Count");

      withoutPlugin.run(
          SimpleStatement.newInstance("SELECT * FROM closed WHERE k = 1").setConsistencyLevel(ALL));

      assertThat(Jmx.metric(cluster.node(1), metric, "Count")).isEqualTo(before + 1);
      assertThat(first.counter("unstamped", "closed", "reads")).isEqualTo(before + 1);
    }

    @Test
    void weightedReads_nodeWithoutPlugin_getsFairShare() throws Exception {
      for (int key = 0; key < READS; key++) {
        first.run(
            SimpleStatement.newInstance("SELECT k FROM ks.shared WHERE k = ?", key)
                .setConsistencyLevel(QUORUM));
      }

      assertThat(Jmx.replicaReads(cluster.node(3), "ks", "shared") / (double) READS)
          .isBetween(0.5, 0.85);
    }

    @Test
    void alter_onNodeWithoutPlugin_keepsLimits() {
      withoutPlugin.changeSchema(
          "ALTER TABLE altered ADD more int", "ALTER TABLE altered WITH comment = 'altered'");

      await()
          .atMost(TIMEOUT)
          .untilAsserted(
              () ->
                  assertThat(
                          second
                              .run(
                                  "SELECT comment FROM system_schema.tables"
                                      + " WHERE keyspace_name = 'ks' AND table_name = 'altered'")
                              .all())
                      .extracting((Row row) -> row.getString("comment"))
                      .containsExactly("altered"));
      assertThat(second.limits("altered")).isEqualTo(Map.of("reads", 0));
    }

    @Test
    @DisplayName("Nodes with the plug-in have service levels while one without it refuses them")
    void serviceLevels_onSomeNodes_areAvailableThere() {
      first.run("CREATE SERVICE LEVEL IF NOT EXISTS site WITH shares = 500");

      assertThat(second.run("LIST SERVICE LEVEL site").one().getInt("shares")).isEqualTo(500);
      assertThatThrownBy(() -> withoutPlugin.run("LIST SERVICE LEVEL site"))
          .isInstanceOf(SyntaxError.class);
    }

    @Test
    void alter_limitOnNodeWithoutPlugin_isUnknownProperty() {
      assertThatThrownBy(() -> withoutPlugin.run("ALTER TABLE t WITH " + RateLimit.reads(1)))
          .isInstanceOf(SyntaxError.class)
          .hasMessageContaining("Unknown property 'per_partition_rate_limit'");
    }
  }

  @Nested
  @Order(2)
  @DisplayName("A rolling restart that installs the plug-in on all nodes")
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class InstalledOnAll extends RollingRestart {

    InstalledOnAll() {
      super(Nodes.withWeightedReads(), 3);
    }

    @BeforeAll
    void limits() {
      try (Cql cql = through(1)) {
        cql.changeSchema(
            "ALTER TABLE served WITH " + RateLimit.writes(100_000),
            "ALTER TABLE limited WITH " + RateLimit.writes(0));
      }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void heatTable_onAnyNode_showsAllNodes(int node) {
      try (Cql cql = through(node)) {
        await()
            .atMost(TIMEOUT)
            .until(() -> cql.run("SELECT node FROM goodput.heat").all().size() == 3);
      }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void limit_onAnyNode_isEnforced(int node) {
      try (Cql cql = through(node)) {
        cql.assertRejected(
            "writes", "limited", () -> cql.run("INSERT INTO limited (k, v) VALUES (1, 1)"));
      }
    }
  }

  @Nested
  @Order(3)
  @DisplayName("A rolling restart that removes the plug-in from all nodes")
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class Removed extends RollingRestart {

    Removed() {
      super(Nodes.stock(), 1, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void formerlyLimitedTable_onAnyNode_isServed(int node) {
      try (Cql cql = through(node)) {
        cql.run(
            SimpleStatement.newInstance("INSERT INTO limited (k, v) VALUES (?, 1)", node)
                .setConsistencyLevel(QUORUM));

        assertThat(
                cql.run(
                        SimpleStatement.newInstance("SELECT v FROM limited WHERE k = ?", node)
                            .setConsistencyLevel(QUORUM))
                    .all())
            .hasSize(1);
      }
    }
  }

  /** Restarts nodes one by one with these options while a client sends requests. */
  private abstract class RollingRestart {

    private final Collection<String> errors;

    RollingRestart(NodeOptions options, int... numbers) {
      try (QuorumClient client = new QuorumClient(cluster, "ks.served")) {
        for (int number : numbers) {
          long before = client.served();
          Node node = cluster.node(number);
          node.stop();
          cluster.start(node, withoutDynamicSnitch(options));
          assertThat(client.served()).isGreaterThan(before);
        }
        errors = client.errors();
      }
    }

    @Test
    void client_duringRestarts_hasNoErrors() {
      assertThat(errors).isEmpty();
    }
  }

  private Cql through(int node) {
    return Cql.connect(cluster.node(node), "ks", 3);
  }
}
