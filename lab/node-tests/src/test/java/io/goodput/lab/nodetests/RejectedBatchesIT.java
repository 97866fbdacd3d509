package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A batch with a partition over its limit")
@ExtendWith(SharedNode.class)
class RejectedBatchesIT {

  private static final SimpleStatement SIMPLE =
      SimpleStatement.newInstance("INSERT INTO limited (k, v) VALUES (1, 1)");

  private final Cql cql;

  RejectedBatchesIT(Cql cql) {
    this.cql = cql;
  }

  @BeforeAll
  static void tables(Cql cql) {
    cql.run("CREATE TABLE free (k int PRIMARY KEY, v int)");
    cql.run("CREATE TABLE limited (k int PRIMARY KEY, v int) WITH " + RateLimit.writes(0));
    cql.run("CREATE TABLE counts (k int PRIMARY KEY, n counter) WITH " + RateLimit.writes(0));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOGGED", "UNLOGGED"})
  void batch_simpleStatements_isRejected(DefaultBatchType type) {
    assertRejected("limited", batch(type, SIMPLE, SIMPLE));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOGGED", "UNLOGGED"})
  void batch_simpleStatementsWithValues_isRejected(DefaultBatchType type) {
    SimpleStatement insert =
        SimpleStatement.newInstance("INSERT INTO limited (k, v) VALUES (?, ?)", 1, 1);

    assertRejected("limited", batch(type, insert));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOGGED", "UNLOGGED"})
  void batch_preparedStatements_isRejected(DefaultBatchType type) {
    PreparedStatement insert = cql.prepare("INSERT INTO limited (v, k) VALUES (?, ?)");

    assertRejected("limited", batch(type, insert.bind(1, 1), insert.bind(1, 2)));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOGGED", "UNLOGGED"})
  void batch_simpleAndPreparedStatements_isRejected(DefaultBatchType type) {
    PreparedStatement insert = cql.prepare("INSERT INTO free (k, v) VALUES (?, ?)");

    assertRejected("limited", batch(type, insert.bind(1, 1), SIMPLE));
  }

  @Test
  void counterBatch_simpleStatement_isRejected() {
    SimpleStatement add = SimpleStatement.newInstance("UPDATE counts SET n = n + 1 WHERE k = 1");

    assertRejected("counts", batch(BatchType.COUNTER, add));
  }

  @Test
  void counterBatch_preparedStatement_isRejected() {
    PreparedStatement add = cql.prepare("UPDATE counts SET n = n + ? WHERE k = ?");

    assertRejected("counts", batch(BatchType.COUNTER, add.bind(1L, 1)));
  }

  @Test
  void conditionalBatch_isRejected() {
    SimpleStatement insert =
        SimpleStatement.newInstance("INSERT INTO limited (k, v) VALUES (1, 1) IF NOT EXISTS");

    assertRejected("limited", batch(BatchType.LOGGED, insert));
  }

  @Test
  void batchInCql_bindMarkersAcrossStatements_isRejected() {
    assertRejected(
        "limited",
        () ->
            cql.run(
                "BEGIN BATCH INSERT INTO free (k, v) VALUES (?, ?);"
                    + " INSERT INTO limited (k, v) VALUES (?, ?); APPLY BATCH",
                1,
                1,
                2,
                2));
  }

  @Test
  void batchInCql_prepared_isRejected() {
    PreparedStatement batch =
        cql.prepare(
            "BEGIN UNLOGGED BATCH INSERT INTO free (k, v) VALUES (?, ?);"
                + " UPDATE limited SET v = ? WHERE k = ?; APPLY BATCH");

    assertRejected("limited", () -> cql.run(batch.bind(1, 1, 2, 2)));
  }

  @Test
  void counterBatchInCql_prepared_isRejected() {
    PreparedStatement batch =
        cql.prepare("BEGIN COUNTER BATCH UPDATE counts SET n = n + ? WHERE k = ?; APPLY BATCH");

    assertRejected("counts", () -> cql.run(batch.bind(1L, 1)));
  }

  private static BatchStatement batch(BatchType type, BatchableStatement<?>... statements) {
    return BatchStatement.newInstance(type, statements);
  }

  private void assertRejected(String table, BatchStatement batch) {
    assertRejected(table, () -> cql.run(batch));
  }

  private void assertRejected(String table, ThrowingCallable batch) {
    cql.assertRejected("writes", table, batch);

    assertThat(cql.run("SELECT * FROM free").all()).isEmpty();
    assertThat(cql.run("SELECT * FROM " + table).all()).isEmpty();
  }
}
