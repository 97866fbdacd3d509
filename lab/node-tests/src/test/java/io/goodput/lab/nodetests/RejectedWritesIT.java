package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A write at a limit of 0")
@ExtendWith(SharedNode.class)
class RejectedWritesIT {

  private final Cql cql;

  RejectedWritesIT(Cql cql) {
    this.cql = cql;
  }

  @BeforeAll
  static void tables(Cql cql) {
    cql.run("CREATE TABLE t (k int PRIMARY KEY, v int)");
    cql.run("CREATE TABLE pairs (a int, b text, c int, s int static, PRIMARY KEY ((a, b), c))");
    cql.run("CREATE TABLE counts (k int PRIMARY KEY, n counter)");
    cql.run("INSERT INTO t (k, v) VALUES (1, 1)");
    cql.run("INSERT INTO pairs (a, b, c, s) VALUES (1, 'x', 1, 1)");
    cql.run("UPDATE counts SET n = n + 1 WHERE k = 1");
    for (String table : List.of("t", "pairs", "counts")) {
      cql.run("ALTER TABLE " + table + " WITH " + RateLimit.writes(0));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO t (k, v) VALUES (1, 9)",
        "INSERT INTO t (k, v) VALUES (9, 9) USING TTL 60",
        "INSERT INTO t JSON '{\"k\": 9, \"v\": 9}'",
        "UPDATE t SET v = 9 WHERE k = 1",
        "UPDATE t SET v = 9 WHERE k IN (1, 9)",
        "DELETE FROM t WHERE k = 1",
        "DELETE v FROM t WHERE k = 1",
        "DELETE FROM t WHERE k IN (1, 2)",
        "INSERT INTO t (k, v) VALUES (9, 9) IF NOT EXISTS",
        "UPDATE t SET v = 9 WHERE k = 1 IF v = 1",
        "UPDATE t SET v = 9 WHERE k = 1 IF EXISTS",
        "DELETE FROM t WHERE k = 1 IF EXISTS",
        "BEGIN BATCH INSERT INTO t (k, v) VALUES (9, 9); DELETE FROM t WHERE k = 1; APPLY BATCH",
        "BEGIN UNLOGGED BATCH UPDATE t SET v = 9 WHERE k = 1; APPLY BATCH",
        "BEGIN BATCH UPDATE t SET v = 9 WHERE k = 1 IF v = 1; APPLY BATCH"
      })
  void simpleStatement_simpleKey_isRejected(String statement) {
    assertRejected("t", () -> cql.run(statement));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO pairs (a, b, c) VALUES (1, 'x', 9)",
        "UPDATE pairs SET s = 9 WHERE a = 1 AND b = 'x'",
        "UPDATE pairs SET s = 9 WHERE a = 1 AND b = 'x' IF s = 1",
        "DELETE FROM pairs WHERE a = 1 AND b = 'x'",
        "DELETE FROM pairs WHERE a = 1 AND b = 'x' AND c > 0",
        "DELETE FROM pairs WHERE a IN (1, 2) AND b = 'x'"
      })
  void simpleStatement_compositeKey_isRejected(String statement) {
    assertRejected("pairs", () -> cql.run(statement));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE counts SET n = n + 1 WHERE k = 1",
        "DELETE n FROM counts WHERE k = 1",
        "BEGIN COUNTER BATCH UPDATE counts SET n = n + 1 WHERE k = 1; APPLY BATCH"
      })
  void simpleStatement_counter_isRejected(String statement) {
    assertRejected("counts", () -> cql.run(statement));
  }

  @Test
  void simpleStatement_positionalValues_isRejected() {
    assertRejected("t", () -> cql.run("INSERT INTO t (k, v) VALUES (?, ?)", 1, 9));
  }

  @Test
  void prepared_insert_isRejected() {
    assertPreparedRejected("t", "INSERT INTO t (v, k) VALUES (?, ?)", 9, 1);
  }

  @Test
  void prepared_insertJson_isRejected() {
    assertPreparedRejected("t", "INSERT INTO t JSON ?", "{\"k\": 1, \"v\": 9}");
  }

  @Test
  void prepared_update_isRejected() {
    assertPreparedRejected("t", "UPDATE t SET v = ? WHERE k = ?", 9, 1);
  }

  @Test
  void prepared_updateWithBindMarkerAndLiteralInKey_isRejected() {
    assertPreparedRejected("pairs", "UPDATE pairs SET s = ? WHERE b = ? AND a = 1", 9, "x");
  }

  @Test
  void prepared_conditionalUpdate_isRejected() {
    assertPreparedRejected("t", "UPDATE t SET v = ? WHERE k = ? IF v = ?", 9, 1, 1);
  }

  @Test
  void prepared_conditionalInsert_isRejected() {
    assertPreparedRejected("t", "INSERT INTO t (k, v) VALUES (?, ?) IF NOT EXISTS", 9, 9);
  }

  @Test
  void prepared_deleteIn_isRejected() {
    assertPreparedRejected("t", "DELETE FROM t WHERE k IN ?", List.of(1, 2));
  }

  @Test
  void prepared_counter_isRejected() {
    assertPreparedRejected("counts", "UPDATE counts SET n = n + ? WHERE k = ?", 8L, 1);
  }

  private void assertPreparedRejected(String table, String query, Object... values) {
    PreparedStatement prepared = cql.prepare(query);

    assertRejected(table, () -> cql.run(prepared.bind(values)));
  }

  private void assertRejected(String table, ThrowingCallable write) {
    List<String> before = content(table);

    cql.assertRejected("writes", table, write);

    assertThat(content(table)).isEqualTo(before);
  }

  private List<String> content(String table) {
    return cql.run("SELECT * FROM " + table).all().stream().map(Row::getFormattedContents).toList();
  }
}
