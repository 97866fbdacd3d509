package io.goodput.buckets.postgresql.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.buckets.postgresql.Server;
import io.goodput.core.time.ManualTime;
import io.goodput.core.time.TimeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Transactions that the database rolls back because of concurrent ones. */
class DatabaseTest {

  private static final String CONFLICT = "40001";

  private final List<String> retried = new ArrayList<>();
  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final Database database = database(TimeSource.system());
  private final Database timed = database(time);

  @AfterEach
  void close() {
    database.close();
    timed.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {CONFLICT, "40P01"})
  void run_rolledBackByAConflict_isRetried(String state) throws SQLException {
    String result = database.run((connection, millis) -> succeedsAfter(3, state), 10_000);
    assertThat(result).isEqualTo("done");
    assertThat(retried).containsExactly(state, state, state);
  }

  @Test
  void run_withAnyOtherError_isNotRetried() {
    assertThatThrownBy(
            () -> database.run((connection, millis) -> succeedsAfter(1, "08006"), 10_000))
        .isInstanceOf(SQLException.class);
    assertThat(retried).isEmpty();
  }

  @Test
  void run_rolledBackRepeatedly_endsAtItsDeadline() {
    assertThatThrownBy(
            () -> database.run((connection, millis) -> succeedsAfter(1_000, CONFLICT), 1))
        .isInstanceOf(SQLException.class);
    assertThat(retried).hasSizeLessThan(10);
  }

  @Test
  void run_rolledBackAtItsDeadline_isRetried() throws SQLException {
    timed.run((connection, millis) -> succeedsAfter(1, CONFLICT, Duration.ofMillis(10)), 10);

    assertThat(retried).containsExactly(CONFLICT);
  }

  @Test
  void run_rolledBackAfterItsDeadline_isNotRetried() {
    Duration late = Duration.ofMillis(10).plusNanos(1);

    assertThatThrownBy(
            () -> timed.run((connection, millis) -> succeedsAfter(1, CONFLICT, late), 10))
        .isInstanceOf(SQLException.class);
    assertThat(retried).isEmpty();
  }

  @Test
  void run_whoseConnectionMayHaveEnded_isRepeatedOnAnother() throws SQLException {
    AtomicInteger attempts = new AtomicInteger();
    try (Database pooled = pooled()) {
      pooled.run((connection, millis) -> endsOnce(attempts), 10_000);
    }

    assertThat(attempts.get()).isEqualTo(2);
  }

  @Test
  void runOnce_whoseConnectionEnds_isNotRepeated() {
    AtomicInteger attempts = new AtomicInteger();
    try (Database pooled = pooled()) {
      assertThatThrownBy(() -> pooled.runOnce((connection, millis) -> endsOnce(attempts), 10_000))
          .isInstanceOf(SQLException.class);
    }

    assertThat(attempts.get()).isEqualTo(1);
  }

  private static int endsOnce(AtomicInteger attempts) throws SQLException {
    if (attempts.incrementAndGet() == 1) {
      throw new SQLException("An I/O error occurred.", "08006");
    }
    return attempts.get();
  }

  /** Its connections may have been idle. */
  private Database pooled() {
    PGSimpleDataSource pool = new PGSimpleDataSource();
    pool.setUrl(Server.url());
    return Database.onPool(pool, Connection.TRANSACTION_NONE, 2, retried::add, TimeSource.system());
  }

  private Database database(TimeSource clock) {
    return Database.onUrl(Server.url(), Connection.TRANSACTION_SERIALIZABLE, retried::add, clock);
  }

  private String succeedsAfter(int failures, String state, Duration each) throws SQLException {
    time.advance(each);
    return succeedsAfter(failures, state);
  }

  private String succeedsAfter(int failures, String state) throws SQLException {
    if (retried.size() < failures) {
      throw new SQLException("rolled back", state);
    }
    return "done";
  }
}
