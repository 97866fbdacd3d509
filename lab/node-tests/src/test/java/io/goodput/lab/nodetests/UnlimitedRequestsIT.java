package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import io.goodput.lab.nodes.Node;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Requests that no limit applies to")
@ExtendWith(SharedNode.class)
class UnlimitedRequestsIT {

  private final Cql cql;
  private final Node node;

  UnlimitedRequestsIT(Cql cql, Node node) {
    this.cql = cql;
    this.node = node;
  }

  @BeforeAll
  static void tables(Cql cql) {
    cql.run("CREATE TABLE t (k int PRIMARY KEY, legacy int, sai int, v int)");
    cql.run("CREATE INDEX ON t (legacy)");
    cql.run("CREATE INDEX ON t (sai) USING 'sai'");
    cql.run("INSERT INTO t (k, legacy, sai, v) VALUES (1, 1, 1, 1)");
    cql.run("ALTER TABLE t WITH " + RateLimit.of(0, 0));
    cql.run("CREATE TABLE free (k int PRIMARY KEY, v int)");
    cql.run("CREATE TABLE without_reads (k int PRIMARY KEY, v int) WITH " + RateLimit.reads(0));
    cql.run("CREATE TABLE without_writes (k int PRIMARY KEY, v int) WITH " + RateLimit.writes(0));
  }

  @Test
  @DisplayName("A function that throws in the partition key is the client's error, not a fault")
  void write_keyFunctionThrows_isFunctionFailureWithoutFault() throws Exception {
    cql.run(
        "CREATE FUNCTION fails(i int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java"
            + " AS 'throw new IllegalStateException();'");
    Object faults = Jmx.metric(node, "name=Faults", "Count");

    assertThatThrownBy(() -> cql.run("INSERT INTO t (k, v) VALUES (fails(1), 1)"))
        .isInstanceOf(FunctionFailureException.class);

    assertThat(Jmx.metric(node, "name=Faults", "Count")).isEqualTo(faults);
  }

  @DisplayName("A read that is not restricted to specific partitions is served")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM t",
        "SELECT count(*) FROM t",
        "SELECT * FROM t LIMIT 1",
        "SELECT DISTINCT k FROM t",
        "SELECT * FROM t WHERE token(k) > 0",
        "SELECT * FROM t WHERE token(k) >= token(1)",
        "SELECT * FROM t WHERE token(k) > token(1) AND token(k) <= token(1)",
        "SELECT * FROM t WHERE legacy = 1",
        "SELECT * FROM t WHERE sai = 1",
        "SELECT * FROM t WHERE sai > 0",
        "SELECT * FROM t WHERE v = 1 ALLOW FILTERING"
      })
  void rangeRead_isServedWithoutFault(String query) throws Exception {
    Object faults = Jmx.metric(node, "name=Faults", "Count");

    assertServed(query);

    assertThat(Jmx.metric(node, "name=Faults", "Count")).isEqualTo(faults);
  }

  @DisplayName("A read of Cassandra's system tables is served")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM system.local WHERE key = 'local'",
        "SELECT * FROM system_schema.tables WHERE keyspace_name = 'system'",
        "SELECT * FROM system_views.settings WHERE name = 'cluster_name'"
      })
  void systemTable_isServed(String query) {
    assertServed(query);
  }

  @DisplayName("A read of Goodput's virtual tables is served")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM goodput.limits",
        "SELECT * FROM goodput.limits WHERE keyspace_name = 'x'",
        "SELECT * FROM goodput.hot_partitions",
        "SELECT * FROM goodput.hot_partitions WHERE rank = 1"
      })
  void virtualTable_isServed(String query) {
    assertServed(query);
  }

  @DisplayName("A request to a table without limits is served")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM free WHERE k = 1",
        "INSERT INTO free (k, v) VALUES (1, 1)",
        "BEGIN BATCH INSERT INTO free (k, v) VALUES (1, 1); APPLY BATCH"
      })
  void tableWithoutLimits_isServed(String statement) {
    assertServed(statement);
  }

  @DisplayName("A read limit does not apply to writes, nor a write limit to reads")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM without_writes WHERE k = 1",
        "INSERT INTO without_reads (k, v) VALUES (1, 1)",
        "UPDATE without_reads SET v = 2 WHERE k = 1 IF EXISTS"
      })
  void otherKindThanLimited_isServed(String statement) {
    assertServed(statement);
  }

  @Test
  @DisplayName("A prepared range scan is served")
  void preparedRangeRead_isServed() {
    PreparedStatement scan = cql.prepare("SELECT * FROM t WHERE token(k) > ?");

    assertThatCode(() -> cql.run(scan.bind(0L)).all()).doesNotThrowAnyException();
  }

  private void assertServed(String statement) {
    assertThatCode(() -> cql.run(statement).all()).doesNotThrowAnyException();
  }
}
