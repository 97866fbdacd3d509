package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A read of specific partitions at a limit of 0")
@ExtendWith(SharedNode.class)
class RejectedReadsIT {

  private final Cql cql;

  RejectedReadsIT(Cql cql) {
    this.cql = cql;
  }

  @BeforeAll
  static void tables(Cql cql) {
    cql.run("CREATE TABLE t (k int PRIMARY KEY, v int, legacy int, sai int)");
    cql.run("CREATE INDEX ON t (legacy)");
    cql.run("CREATE INDEX ON t (sai) USING 'sai'");
    cql.run("CREATE TABLE pairs (a int, b text, c int, v int, PRIMARY KEY ((a, b), c))");
    cql.run("INSERT INTO t (k, v) VALUES (1, 1)");
    cql.run("INSERT INTO pairs (a, b, c, v) VALUES (1, 'x', 1, 1)");
    cql.run("ALTER TABLE t WITH " + RateLimit.reads(0));
    cql.run("ALTER TABLE pairs WITH " + RateLimit.reads(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM t WHERE k = 1",
        "SELECT JSON v FROM t WHERE k = 1",
        "SELECT count(*) FROM t WHERE k = 1",
        "SELECT DISTINCT k FROM t WHERE k = 1",
        "SELECT v FROM t WHERE k = 1 AND v = 1 ALLOW FILTERING",
        "SELECT v FROM t WHERE k = (int) 1",
        "SELECT v FROM t WHERE k = 3 - 2",
        "SELECT v FROM t WHERE k = blobAsInt(0x00000001)",
        "SELECT v FROM t WHERE k = blob_as_int(0x00000001)",
        "SELECT v FROM t WHERE k IN (1)",
        "SELECT v FROM t WHERE token(k) = token(1)",
        "SELECT v FROM t WHERE token(k) >= token(1) AND token(k) <= token(1)",
        "SELECT v FROM t WHERE token(k) > -4069959284402364210 AND token(k) <= token(1)",
        "SELECT v FROM t WHERE k = 1 AND token(k) < 0",
        "SELECT v FROM t WHERE k = 1 AND legacy = 1",
        "SELECT v FROM t WHERE k = 1 AND sai = 1",
        "SELECT v FROM t WHERE k = 1 AND sai > 0 AND v = 1 ALLOW FILTERING",
        "SELECT v FROM t WHERE k IN (1, 2, 3)"
      })
  void simpleStatement_simpleKey_isRejected(String query) {
    cql.assertRejected("reads", "t", () -> cql.run(query));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM pairs WHERE a = 1 AND b = 'x'",
        "SELECT * FROM pairs WHERE b = 'x' AND a = 1",
        "SELECT * FROM pairs WHERE a IN (1, 2) AND b = 'x'",
        "SELECT * FROM pairs WHERE a IN (1, 2) AND b IN ('x', 'y')",
        "SELECT * FROM pairs WHERE a = 1 AND b = 'x' AND c = 1",
        "SELECT * FROM pairs WHERE a = 1 AND b = 'x' AND c > 0 ORDER BY c DESC LIMIT 1",
        "SELECT c, max(v) FROM pairs WHERE a = 1 AND b = 'x' GROUP BY c"
      })
  void simpleStatement_compositeKey_isRejected(String query) {
    cql.assertRejected("reads", "pairs", () -> cql.run(query));
  }

  @Test
  void simpleStatement_positionalValue_isRejected() {
    cql.assertRejected("reads", "t", () -> cql.run("SELECT v FROM t WHERE k = ?", 1));
  }

  @Test
  void simpleStatement_namedValue_isRejected() {
    SimpleStatement select =
        SimpleStatement.newInstance("SELECT v FROM t WHERE k = :key", Map.of("key", 1));

    cql.assertRejected("reads", "t", () -> cql.run(select));
  }

  @Test
  void simpleStatement_namedValuesInOtherOrderThanKey_isRejected() {
    SimpleStatement select =
        SimpleStatement.newInstance(
            "SELECT v FROM pairs WHERE b = :second AND a = :first",
            Map.of("first", 1, "second", "x"));

    cql.assertRejected("reads", "pairs", () -> cql.run(select));
  }

  @Test
  void prepared_bindMarker_isRejected() {
    assertPreparedRejected("t", "SELECT v FROM t WHERE k = ?", 1);
  }

  @Test
  void prepared_literal_isRejected() {
    assertPreparedRejected("t", "SELECT v FROM t WHERE k = 1");
  }

  @Test
  void prepared_rangeOfOneToken_isRejected() {
    assertPreparedRejected(
        "t", "SELECT v FROM t WHERE token(k) >= token(?) AND token(k) <= token(?)", 1, 1);
  }

  @Test
  void prepared_keyAndIndexedColumn_isRejected() {
    assertPreparedRejected("t", "SELECT v FROM t WHERE k = ? AND sai = ?", 1, 1);
  }

  @Test
  void prepared_castOfBindMarker_isRejected() {
    assertPreparedRejected("t", "SELECT v FROM t WHERE k = (int) ?", 1);
  }

  @Test
  void prepared_compositeKey_isRejected() {
    assertPreparedRejected("pairs", "SELECT v FROM pairs WHERE a = ? AND b = ?", 1, "x");
  }

  @Test
  void prepared_bindMarkersInOtherOrderThanKey_isRejected() {
    assertPreparedRejected(
        "pairs", "SELECT v FROM pairs WHERE c = ? AND b = ? AND a = ?", 1, "x", 1);
  }

  @Test
  void prepared_bindMarkerAndLiteral_isRejected() {
    assertPreparedRejected("pairs", "SELECT v FROM pairs WHERE a = 1 AND b = ?", "x");
  }

  @Test
  void prepared_inWithOneBindMarker_isRejected() {
    assertPreparedRejected("t", "SELECT v FROM t WHERE k IN ?", List.of(1, 2));
  }

  @Test
  void prepared_inWithTwoBindMarkers_isRejected() {
    assertPreparedRejected("t", "SELECT v FROM t WHERE k IN (?, ?)", 1, 2);
  }

  @ParameterizedTest
  @EnumSource(names = {"SERIAL", "LOCAL_SERIAL"})
  void serialRead_isRejected(DefaultConsistencyLevel level) {
    SimpleStatement select =
        SimpleStatement.newInstance("SELECT v FROM t WHERE k = 1").setConsistencyLevel(level);

    cql.assertRejected("reads", "t", () -> cql.run(select));
  }

  @Test
  void nextPage_limitSetAfterFirstPage_isRejected() {
    cql.run("CREATE TABLE wide (k int, c int, PRIMARY KEY (k, c))");
    for (int c = 0; c < 5; c++) {
      cql.run("INSERT INTO wide (k, c) VALUES (1, ?)", c);
    }
    ResultSet rows =
        cql.run(SimpleStatement.newInstance("SELECT c FROM wide WHERE k = 1").setPageSize(2));
    assertThat(rows.getAvailableWithoutFetching()).isEqualTo(2);

    cql.run("ALTER TABLE wide WITH " + RateLimit.reads(0));

    cql.assertRejected("reads", "wide", rows::all);
  }

  private void assertPreparedRejected(String table, String query, Object... values) {
    PreparedStatement prepared = cql.prepare(query);

    cql.assertRejected("reads", table, () -> cql.run(prepared.bind(values)));
  }
}
