package io.goodput.buckets.postgresql.database;

import io.goodput.core.time.TimeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Runs transactions on connections in any state, and retries transactions that the database rolls
 * back because of concurrent ones. Thread-safe.
 */
public final class Database implements AutoCloseable {

  /** Serialization failure and deadlock. */
  private static final Set<String> CONFLICTS = Set.of("40001", "40P01");

  /**
   * After these errors the connection still works. 55P03: a row was locked for too long; GPB01: a
   * bucket has no limits.
   */
  private static final Set<String> HARMLESS = Set.of("40001", "40P01", "55P03", "GPB01");

  /** Extra time for the answer to a statement that used all of its time. */
  private static final long NETWORK_MILLIS = 100;

  private static final int MOST_ATTEMPTS = 30;
  private static final int MOST_DOUBLINGS = 5;

  private final Connections connections;
  private final int isolation;
  private final Consumer<String> onRetry;
  private final TimeSource time;

  private Database(
      Connections connections, int isolation, Consumer<String> onRetry, TimeSource time) {
    this.connections = connections;
    this.isolation = isolation;
    this.onRetry = onRetry;
    this.time = time;
  }

  /**
   * Uses the connections of a pool.
   *
   * @param isolation level of transactions, a constant of {@link Connection}; {@code
   *     TRANSACTION_NONE} keeps the level of each connection
   * @param most largest number of connections that are borrowed at once
   * @param onRetry receives the SQLSTATE of each transaction that is retried
   */
  public static Database onPool(
      DataSource pool, int isolation, int most, Consumer<String> onRetry, TimeSource time) {
    return new Database(new PooledConnections(pool, new Borrowers(most)), isolation, onRetry, time);
  }

  /** Opens connections of its own. Parameters as for {@link #onPool}. */
  public static Database onUrl(
      String url, int isolation, Consumer<String> onRetry, TimeSource time) {
    return new Database(new OwnConnections(url, isolation), isolation, onRetry, time);
  }

  /** The statements of a transaction. */
  @FunctionalInterface
  public interface Work<T> {
    /**
     * Executes the statements. Does not commit.
     *
     * @param millis longest time that is left
     */
    T on(Connection connection, long millis) throws SQLException;
  }

  /**
   * Runs a transaction, and commits it.
   *
   * @param millis longest wait for a free connection, and then for the answer; no retry starts
   *     later
   * @throws SQLException if the transaction failed, or its outcome is unknown
   */
  public <T> T run(Work<T> work, long millis) throws SQLException {
    Connection free = connections.borrow(millis);
    long deadline = time.monotonicNanos() + TimeUnit.MILLISECONDS.toNanos(millis);
    BorrowedConnection borrowed =
        BorrowedConnection.of(connections, free, isolation, (int) (millis + NETWORK_MILLIS));
    try {
      T result = runWithRetries(borrowed.connection(), work, deadline);
      borrowed.giveBack();
      return result;
    } catch (SQLException e) {
      if (HARMLESS.contains(String.valueOf(e.getSQLState()))) {
        borrowed.giveBack();
      } else {
        borrowed.discard();
      }
      throw e;
    } catch (RuntimeException | Error e) {
      borrowed.discard();
      throw e;
    }
  }

  private long millisUntil(long deadline) {
    return TimeUnit.NANOSECONDS.toMillis(deadline - time.monotonicNanos());
  }

  private <T> T runWithRetries(Connection connection, Work<T> work, long deadline)
      throws SQLException {
    boolean commits = !connection.getAutoCommit();
    for (int attempt = 1; ; attempt++) {
      try {
        T result = work.on(connection, Math.max(1, millisUntil(deadline)));
        if (commits) {
          connection.commit();
        }
        return result;
      } catch (SQLException e) {
        if (commits) {
          rollBack(connection, e);
        }
        if (!CONFLICTS.contains(String.valueOf(e.getSQLState()))
            || attempt == MOST_ATTEMPTS
            || time.monotonicNanos() - deadline > 0) {
          throw e;
        }
        onRetry.accept(e.getSQLState());
        backOff(attempt, e);
      } catch (RuntimeException | Error e) {
        if (commits) {
          rollBack(connection, e);
        }
        throw e;
      }
    }
  }

  private static void backOff(int attempt, SQLException problem) throws SQLException {
    long millis = 1L << Math.min(attempt, MOST_DOUBLINGS);
    try {
      TimeUnit.MICROSECONDS.sleep(ThreadLocalRandom.current().nextLong(1, 1_000 * millis));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw problem;
    }
  }

  private static void rollBack(Connection connection, Throwable problem) {
    try {
      connection.rollback();
    } catch (SQLException | RuntimeException e) {
      problem.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    connections.close();
  }
}
