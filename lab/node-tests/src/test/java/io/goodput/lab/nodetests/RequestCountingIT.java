package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import io.goodput.lab.nodetests.Cql.Totals;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The counters of accepted and rejected requests")
@ExtendWith(SharedNode.class)
class RequestCountingIT {

  private final Cql cql;

  RequestCountingIT(Cql cql) {
    this.cql = cql;
  }

  @BeforeAll
  static void tables(Cql cql) {
    String high = " WITH " + RateLimit.of(100_000, 100_000);
    cql.run("CREATE TABLE t (k int, c int, PRIMARY KEY (k, c))" + high);
    cql.run("CREATE TABLE texts (k text PRIMARY KEY, v int)" + high);
  }

  @DisplayName("A read counts once for each partition in its WHERE clause")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT * FROM t WHERE k = 1 | 1",
        "SELECT * FROM t WHERE k = 1 AND c IN (1, 2) | 1",
        "SELECT * FROM t WHERE k IN (1, 2, 3) | 3",
        "SELECT * FROM t WHERE k IN (1, 1) | 1",
        "SELECT * FROM t | 0"
      })
  void read_countsOncePerPartition(String query, long accepted) {
    assertCounts(accepted, "t", "reads", () -> cql.run(query));
  }

  @Test
  void preparedIn_sameValueTwice_countsOnce() {
    PreparedStatement select = cql.prepare("SELECT * FROM t WHERE k IN (?, ?)");

    assertCounts(1, "t", "reads", () -> cql.run(select.bind(1, 1)));
  }

  @Test
  @DisplayName("A request that finds too few replicas counts as unavailable")
  void tooFewReplicas_countAsUnavailable() {
    cql.run(
        "CREATE KEYSPACE sparse WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 2}");
    cql.run("CREATE TABLE sparse.t (k int PRIMARY KEY)");
    long before = cql.ofNode("unavailable");

    for (String query :
        List.of("SELECT * FROM sparse.t WHERE k = 1", "INSERT INTO sparse.t (k) VALUES (1)")) {
      assertThatThrownBy(
              () -> cql.run(SimpleStatement.newInstance(query).setConsistencyLevel(QUORUM)))
          .hasMessageContaining("UnavailableException");
    }

    assertThat(cql.ofNode("unavailable") - before).isEqualTo(2);
  }

  @DisplayName("A write counts once for each partition that it changes")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO t (k, c) VALUES (1, 1) | 1",
        "DELETE FROM t WHERE k IN (1, 2) | 2",
        "BEGIN BATCH INSERT INTO t (k, c) VALUES (1, 1); INSERT INTO t (k, c) VALUES (1, 2);"
            + " APPLY BATCH | 1",
        "BEGIN UNLOGGED BATCH INSERT INTO t (k, c) VALUES (1, 1);"
            + " INSERT INTO t (k, c) VALUES (2, 1); DELETE FROM t WHERE k = 3; APPLY BATCH | 3"
      })
  void write_countsOncePerPartition(String statement, long accepted) {
    assertCounts(accepted, "t", "writes", () -> cql.run(statement));
  }

  @ParameterizedTest
  @ValueSource(strings = {"t", "texts"})
  void batch_twoTables_countsForEachTable(String table) {
    String batch =
        "BEGIN BATCH INSERT INTO t (k, c) VALUES (1, 1);"
            + " INSERT INTO texts (k, v) VALUES ('1', 1); APPLY BATCH";

    assertCounts(1, table, "writes", () -> cql.run(batch));
  }

  @Test
  void read_unsetKey_failsUncounted() {
    PreparedStatement select = cql.prepare("SELECT * FROM t WHERE k = ?");

    assertFailsUncounted("Invalid unset value for column k", () -> cql.run(select.bind()));
  }

  @Test
  void read_nullKey_failsUncounted() {
    PreparedStatement select = cql.prepare("SELECT * FROM t WHERE k = ?");

    assertFailsUncounted("Invalid null value", () -> cql.run(select.bind((Object) null)));
  }

  @Test
  void read_nullInInClause_failsUncounted() {
    PreparedStatement select = cql.prepare("SELECT * FROM t WHERE k IN (?, ?)");

    assertFailsUncounted("Invalid null value", () -> cql.run(select.bind(1, null)));
  }

  @Test
  void read_emptyKey_failsUncounted() {
    PreparedStatement select = cql.prepare("SELECT * FROM texts WHERE k = ?");

    assertFailsUncounted("Key may not be empty", () -> cql.run(select.bind("")));
  }

  @ParameterizedTest
  @CsvSource({"0", "2"})
  void read_wrongNumberOfValues_failsUncounted(int values) {
    Object[] ones = new Object[values];
    Arrays.fill(ones, 1);

    assertFailsUncounted(
        "Invalid amount of bind variables", () -> cql.run("SELECT * FROM t WHERE k = ?", ones));
  }

  private void assertFailsUncounted(String message, Runnable request) {
    ThrowingCallable failingRequest =
        () ->
            assertThatThrownBy(request::run)
                .isInstanceOf(InvalidQueryException.class)
                .hasMessageContaining(message);

    assertCounts(0, "t", "reads", failingRequest);
    assertCounts(0, "texts", "reads", failingRequest);
  }

  private void assertCounts(long operations, String table, String kind, ThrowingCallable request) {
    Totals before = cql.totals(table, kind);

    assertThatCode(request).doesNotThrowAnyException();

    assertThat(cql.totals(table, kind))
        .isEqualTo(new Totals(before.accepted() + operations, before.rejected()));
  }
}
