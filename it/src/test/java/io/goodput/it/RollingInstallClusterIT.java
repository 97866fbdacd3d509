package io.goodput.it;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import io.goodput.cluster.Cluster;
import io.goodput.cluster.Node;
import io.goodput.cluster.NodeOptions;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("When three nodes are restarted one by one under a client,")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
class RollingInstallClusterIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int READS = 300;

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(Nodes.on(Nodes.THREE_PORT).withNodes(3).withOptions(fairly(Nodes.stock())));

  /** Without scores of latency, which would choose among nodes by how long they have been up. */
  private static NodeOptions fairly(NodeOptions options) {
    return options.withSetting("dynamic_snitch", false);
  }

  @BeforeAll
  void tables() {
    try (Cql cql = through(1)) {
      cql.change(
          "CREATE TABLE served (k int PRIMARY KEY, v int)",
          "CREATE TABLE limited (k int PRIMARY KEY, v int)",
          "CREATE TABLE shared (k int PRIMARY KEY) WITH speculative_retry = 'NEVER'");
    }
  }

  @Nested
  @Order(1)
  @DisplayName("and the first two of them have the plug-in,")
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class OnTwo {

    private final Collection<String> errors =
        errorsWhileRestarting(Nodes.withWeightedReads(), 1, 2);
    @AutoClose private final Cql first = through(1);
    @AutoClose private final Cql second = through(2);
    @AutoClose private final Cql without = through(3);

    @BeforeAll
    void limits() {
      String option = " WITH per_partition_rate_limit = {'max_reads_per_second': %d}";
      first.change(
          "CREATE TABLE t (k int PRIMARY KEY, v int)" + option.formatted(100000),
          "CREATE TABLE refusing (k int PRIMARY KEY)" + option.formatted(0),
          "CREATE TABLE altered (k int PRIMARY KEY)" + option.formatted(0));
    }

    @Test
    void theClientSawNoError() {
      assertThat(errors).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aQuorumWriteThroughEach_isReadByAQuorumThroughAll(int node) {
      List<Cql> nodes = List.of(first, second, without);
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
    void theyEnforceTheLimit() {
      second.assertRefused(
          "reads", "refusing", () -> second.run("SELECT * FROM refusing WHERE k = 1"));
    }

    @Test
    void theThirdServesRequestsOverTheLimit() {
      assertThat(without.run("SELECT * FROM refusing WHERE k = 1").all()).isEmpty();
    }

    @Test
    void theySayHowManyRequestsOfTheThirdTheyServedUncounted() throws Exception {
      String metric = "keyspace=ks,scope=refusing,name=ReadsUnstamped";
      long before = (long) Jmx.metric(cluster.node(1), metric, "Count");

      without.run(
          SimpleStatement.newInstance("SELECT * FROM refusing WHERE k = 1")
              .setConsistencyLevel(ALL));

      assertThat(Jmx.metric(cluster.node(1), metric, "Count")).isEqualTo(before + 1);
      assertThat(first.counter("unstamped", "refusing", "reads")).isEqualTo(before + 1);
    }

    @Test
    void theThirdGetsItsFairShareOfReads_asLongAsItDoesNotTellHowWarmItIs() throws Exception {
      for (int key = 0; key < READS; key++) {
        first.run(
            SimpleStatement.newInstance("SELECT k FROM ks.shared WHERE k = ?", key)
                .setConsistencyLevel(QUORUM));
      }

      assertThat(Jmx.replicaReads(cluster.node(3), "ks", "shared") / (double) READS)
          .isBetween(0.5, 0.85);
    }

    @Test
    void anAlterTableOfTheThird_keepsTheLimits() {
      without.change(
          "ALTER TABLE altered ADD more int", "ALTER TABLE altered WITH comment = 'altered'");

      await()
          .atMost(PATIENCE)
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
    void theThirdRefusesTheOption_asCassandraRefusesAnUnknownOne() {
      assertThatThrownBy(
              () ->
                  without.run(
                      "ALTER TABLE t WITH per_partition_rate_limit = {'max_reads_per_second': 1}"))
          .isInstanceOf(SyntaxError.class)
          .hasMessageContaining("Unknown property 'per_partition_rate_limit'");
    }
  }

  @Nested
  @Order(2)
  @DisplayName("and all of them have the plug-in,")
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class OnAll {

    private final Collection<String> errors = errorsWhileRestarting(Nodes.withWeightedReads(), 3);

    @BeforeAll
    void limits() {
      try (Cql cql = through(1)) {
        String option = " WITH per_partition_rate_limit = {'max_writes_per_second': %d}";
        cql.change(
            "ALTER TABLE served" + option.formatted(100_000),
            "ALTER TABLE limited" + option.formatted(0));
      }
    }

    @Test
    void theClientSawNoError() {
      assertThat(errors).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void eachKnowsHowWarmAllAre(int node) {
      try (Cql cql = through(node)) {
        await()
            .atMost(PATIENCE)
            .until(() -> cql.run("SELECT node FROM goodput.heat").all().size() == 3);
      }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aLimitHoldsOnEach(int node) {
      try (Cql cql = through(node)) {
        cql.assertRefused(
            "writes", "limited", () -> cql.run("INSERT INTO limited (k, v) VALUES (1, 1)"));
      }
    }
  }

  @Nested
  @Order(3)
  @DisplayName("and none of them has the plug-in any more,")
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class OnNone {

    private final Collection<String> errors = errorsWhileRestarting(Nodes.stock(), 1, 2, 3);

    @Test
    void theClientSawNoError() {
      assertThat(errors).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void tablesThatWereLimitedAreServedByEach(int node) {
      try (Cql cql = through(node)) {
        cql.run("INSERT INTO limited (k, v) VALUES (?, 1)", node);

        assertThat(cql.run("SELECT v FROM limited WHERE k = ?", node).all()).hasSize(1);
      }
    }
  }

  private Collection<String> errorsWhileRestarting(NodeOptions options, int... numbers) {
    try (QuorumClient client = new QuorumClient(cluster, "ks.served")) {
      for (int number : numbers) {
        long before = client.served();
        Node node = cluster.node(number);
        node.stop();
        cluster.start(node, fairly(options));
        assertThat(client.served()).isGreaterThan(before);
      }
      return client.errors();
    }
  }

  private Cql through(int node) {
    return Cql.connect(cluster.node(node), "ks", 3);
  }
}
