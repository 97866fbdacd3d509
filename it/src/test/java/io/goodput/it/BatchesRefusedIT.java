package io.goodput.it;

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

@DisplayName("A batch is refused as a whole if one of its partitions is over its limit")
@ExtendWith(SharedNode.class)
class BatchesRefusedIT {

  private static final SimpleStatement SIMPLE =
      SimpleStatement.newInstance("INSERT INTO refusing (k, v) VALUES (1, 1)");

  private final Cql cql;

  BatchesRefusedIT(Cql cql) {
    this.cql = cql;
  }

  @BeforeAll
  static void tables(Cql cql) {
    String zero = " WITH per_partition_rate_limit = {'max_writes_per_second': 0}";
    cql.run("CREATE TABLE free (k int PRIMARY KEY, v int)");
    cql.run("CREATE TABLE refusing (k int PRIMARY KEY, v int)" + zero);
    cql.run("CREATE TABLE counts (k int PRIMARY KEY, n counter)" + zero);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOGGED", "UNLOGGED"})
  void ofSimpleStatements(DefaultBatchType type) {
    assertRefused("refusing", batch(type, SIMPLE, SIMPLE));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOGGED", "UNLOGGED"})
  void ofSimpleStatementsWithValues(DefaultBatchType type) {
    SimpleStatement insert =
        SimpleStatement.newInstance("INSERT INTO refusing (k, v) VALUES (?, ?)", 1, 1);

    assertRefused("refusing", batch(type, insert));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOGGED", "UNLOGGED"})
  void ofPreparedStatements(DefaultBatchType type) {
    PreparedStatement insert = cql.prepare("INSERT INTO refusing (v, k) VALUES (?, ?)");

    assertRefused("refusing", batch(type, insert.bind(1, 1), insert.bind(1, 2)));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOGGED", "UNLOGGED"})
  void ofSimpleAndPreparedStatements(DefaultBatchType type) {
    PreparedStatement insert = cql.prepare("INSERT INTO free (k, v) VALUES (?, ?)");

    assertRefused("refusing", batch(type, insert.bind(1, 1), SIMPLE));
  }

  @Test
  void ofCounters_simple() {
    SimpleStatement add = SimpleStatement.newInstance("UPDATE counts SET n = n + 1 WHERE k = 1");

    assertRefused("counts", batch(BatchType.COUNTER, add));
  }

  @Test
  void ofCounters_prepared() {
    PreparedStatement add = cql.prepare("UPDATE counts SET n = n + ? WHERE k = ?");

    assertRefused("counts", batch(BatchType.COUNTER, add.bind(1L, 1)));
  }

  @Test
  void withACondition() {
    SimpleStatement insert =
        SimpleStatement.newInstance("INSERT INTO refusing (k, v) VALUES (1, 1) IF NOT EXISTS");

    assertRefused("refusing", batch(BatchType.LOGGED, insert));
  }

  @Test
  void asText_withMarkersNumberedThroughAllStatements() {
    assertRefused(
        "refusing",
        () ->
            cql.run(
                "BEGIN BATCH INSERT INTO free (k, v) VALUES (?, ?);"
                    + " INSERT INTO refusing (k, v) VALUES (?, ?); APPLY BATCH",
                1,
                1,
                2,
                2));
  }

  @Test
  void asText_prepared() {
    PreparedStatement batch =
        cql.prepare(
            "BEGIN UNLOGGED BATCH INSERT INTO free (k, v) VALUES (?, ?);"
                + " UPDATE refusing SET v = ? WHERE k = ?; APPLY BATCH");

    assertRefused("refusing", () -> cql.run(batch.bind(1, 1, 2, 2)));
  }

  @Test
  void asText_ofCountersPrepared() {
    PreparedStatement batch =
        cql.prepare("BEGIN COUNTER BATCH UPDATE counts SET n = n + ? WHERE k = ?; APPLY BATCH");

    assertRefused("counts", () -> cql.run(batch.bind(1L, 1)));
  }

  private static BatchStatement batch(BatchType type, BatchableStatement<?>... statements) {
    return BatchStatement.newInstance(type, statements);
  }

  private void assertRefused(String table, BatchStatement batch) {
    assertRefused(table, () -> cql.run(batch));
  }

  private void assertRefused(String table, ThrowingCallable batch) {
    cql.assertRefused("writes", table, batch);

    assertThat(cql.run("SELECT * FROM free").all()).isEmpty();
    assertThat(cql.run("SELECT * FROM " + table).all()).isEmpty();
  }
}
