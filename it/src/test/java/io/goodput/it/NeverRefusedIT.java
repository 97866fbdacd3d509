package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.goodput.cluster.Node;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Whatever the limits, never refused is")
@ExtendWith(SharedNode.class)
class NeverRefusedIT {

  private final Cql cql;
  private final Node node;

  NeverRefusedIT(Cql cql, Node node) {
    this.cql = cql;
    this.node = node;
  }

  @BeforeAll
  static void tables(Cql cql) {
    cql.run("CREATE TABLE t (k int PRIMARY KEY, legacy int, sai int, v int)");
    cql.run("CREATE INDEX ON t (legacy)");
    cql.run("CREATE INDEX ON t (sai) USING 'sai'");
    cql.run("INSERT INTO t (k, legacy, sai, v) VALUES (1, 1, 1, 1)");
    cql.run(
        "ALTER TABLE t WITH per_partition_rate_limit ="
            + " {'max_reads_per_second': 0, 'max_writes_per_second': 0}");
    cql.run("CREATE TABLE free (k int PRIMARY KEY, v int)");
    cql.run(
        "CREATE TABLE without_reads (k int PRIMARY KEY, v int)"
            + " WITH per_partition_rate_limit = {'max_reads_per_second': 0}");
    cql.run(
        "CREATE TABLE without_writes (k int PRIMARY KEY, v int)"
            + " WITH per_partition_rate_limit = {'max_writes_per_second': 0}");
  }

  @DisplayName("a read that names no partition")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM t",
        "SELECT count(*) FROM t",
        "SELECT * FROM t LIMIT 1",
        "SELECT DISTINCT k FROM t",
        "SELECT * FROM t WHERE token(k) > 0",
        "SELECT * FROM t WHERE token(k) >= token(1) AND token(k) <= token(1)",
        "SELECT * FROM t WHERE legacy = 1",
        "SELECT * FROM t WHERE sai = 1",
        "SELECT * FROM t WHERE sai > 0",
        "SELECT * FROM t WHERE v = 1 ALLOW FILTERING"
      })
  void range(String query) throws Exception {
    Object faults = Jmx.metric(node, "name=Faults", "Count");

    assertServed(query);

    assertThat(Jmx.metric(node, "name=Faults", "Count")).isEqualTo(faults);
  }

  @DisplayName("a request to Cassandra's own tables")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM system.local WHERE key = 'local'",
        "SELECT * FROM system_schema.tables WHERE keyspace_name = 'system'",
        "SELECT * FROM system_views.settings WHERE name = 'cluster_name'"
      })
  void systemTable(String query) {
    assertServed(query);
  }

  @DisplayName("a request to Goodput's own tables")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM goodput.limits",
        "SELECT * FROM goodput.limits WHERE keyspace_name = 'x'",
        "SELECT * FROM goodput.hot_partitions",
        "SELECT * FROM goodput.hot_partitions WHERE rank = 1"
      })
  void virtualTable(String query) {
    assertServed(query);
  }

  @DisplayName("a request to a table without limits")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM free WHERE k = 1",
        "INSERT INTO free (k, v) VALUES (1, 1)",
        "BEGIN BATCH INSERT INTO free (k, v) VALUES (1, 1); APPLY BATCH"
      })
  void tableWithoutLimits(String statement) {
    assertServed(statement);
  }

  @DisplayName("an operation of the kind that is not limited")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM without_writes WHERE k = 1",
        "INSERT INTO without_reads (k, v) VALUES (1, 1)",
        "UPDATE without_reads SET v = 2 WHERE k = 1 IF EXISTS"
      })
  void otherKind(String statement) {
    assertServed(statement);
  }

  @Test
  @DisplayName("a prepared range scan")
  void preparedRange() {
    PreparedStatement scan = cql.prepare("SELECT * FROM t WHERE token(k) > ?");

    assertThatCode(() -> cql.run(scan.bind(0L)).all()).doesNotThrowAnyException();
  }

  private void assertServed(String statement) {
    assertThatCode(() -> cql.run(statement).all()).doesNotThrowAnyException();
  }
}
