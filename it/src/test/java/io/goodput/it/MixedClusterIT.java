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
import io.goodput.cluster.NodeOptions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("When the third of three nodes is without the plug-in")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MixedClusterIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @AutoClose
  private final Cluster cluster =
      Cluster.start(Nodes.on(Nodes.SHARED_PORT).withNodes(3).withOptions(3, NodeOptions.stock()));

  @AutoClose private final Cql first = Cql.connect(cluster.node(1), "ks", 3);
  @AutoClose private final Cql second = Cql.connect(cluster.node(2), "ks", 3);
  @AutoClose private final Cql without = Cql.connect(cluster.node(3), "ks", 3);

  @BeforeAll
  void tables() {
    String option = " WITH per_partition_rate_limit = {'max_reads_per_second': %d}";
    first.change("CREATE TABLE t (k int PRIMARY KEY, v int)" + option.formatted(100000));
    first.change("CREATE TABLE refusing (k int PRIMARY KEY)" + option.formatted(0));
    first.change("CREATE TABLE altered (k int PRIMARY KEY)" + option.formatted(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aQuorumWriteThroughEach_isReadByAQuorumThroughAll(int node) {
    through(node)
        .run(
            SimpleStatement.newInstance("INSERT INTO t (k, v) VALUES (?, ?)", node, node)
                .setConsistencyLevel(QUORUM));

    SimpleStatement select =
        SimpleStatement.newInstance("SELECT v FROM t WHERE k = ?", node)
            .setConsistencyLevel(QUORUM);
    for (Cql reader : new Cql[] {first, second, without}) {
      assertThat(reader.run(select).all()).extracting(row -> row.getInt("v")).containsOnly(node);
    }
  }

  @Test
  void theOthersEnforceTheLimit() {
    second.assertRefused(
        "reads", "refusing", () -> second.run("SELECT * FROM refusing WHERE k = 1"));
  }

  @Test
  void itServesRequestsOverTheLimit() {
    assertThat(without.run("SELECT * FROM refusing WHERE k = 1").all()).isEmpty();
  }

  @Test
  void theOthersSayHowManyOfItsRequestsTheyServedUncounted() {
    long before = first.counter("unstamped", "refusing", "reads");

    without.run(
        SimpleStatement.newInstance("SELECT * FROM refusing WHERE k = 1").setConsistencyLevel(ALL));

    assertThat(first.counter("unstamped", "refusing", "reads") - before).isEqualTo(1);
  }

  @Test
  void itsOwnAlterTable_keepsTheLimits() {
    without.change("ALTER TABLE altered ADD more int");
    without.change("ALTER TABLE altered WITH comment = 'altered'");

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
  void itRefusesTheOption_asCassandraRefusesAnUnknownOne() {
    assertThatThrownBy(
            () ->
                without.run(
                    "ALTER TABLE t WITH per_partition_rate_limit = {'max_reads_per_second': 1}"))
        .isInstanceOf(SyntaxError.class)
        .hasMessageContaining("Unknown property 'per_partition_rate_limit'");
  }

  private Cql through(int node) {
    return new Cql[] {first, second, without}[node - 1];
  }
}
