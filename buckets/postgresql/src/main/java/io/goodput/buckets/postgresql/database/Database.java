package io.goodput.buckets.postgresql.database;

import io.goodput.core.time.TimeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
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
   * bucket has no limits; 22P05 and 22021: the encoding cannot hold an id.
   */
  private static final Set<String> HARMLESS =
      Set.of("40001", "40P01", "55P03", "GPB01", "22P05", "22021");

  /** The server has ended the connection: an administrator, a shutdown, or a timeout did. */
  private static final Set<String> ENDED = Set.of("57P01", "57P02", "57P05");

  /** The class of errors of the connection. */
  private static final String BROKEN = "08";

  /** A pool may have this many connections that ended while they were idle. */
  private static final int MOST_CONNECTIONS = 20;

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
   * Runs a transaction that may be repeated even if it has been committed, and commits it. It is
   * repeated on another connection if the one it used may have ended while it was idle.
   *
   * @param millis longest wait for a free connection, and then for the answer; no retry starts
   *     later
   * @throws SQLException if the transaction failed, or its outcome is unknown
   */
  public <T> T run(Work<T> work, long millis) throws SQLException {
    return run(work, millis, false);
  }

  /**
   * Runs a transaction, and commits it at most once. An idle connection has to answer first.
   *
   * @param millis as for {@link #run(Work, long)}
   * @throws SQLException if the transaction failed, or its outcome is unknown
   */
  public <T> T runOnce(Work<T> work, long millis) throws SQLException {
    return run(work, millis, true);
  }

  private <T> T run(Work<T> work, long millis, boolean once) throws SQLException {
    long end = time.monotonicNanos() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (int attempt = 1; ; attempt++) {
      long left = attempt == 1 ? millis : millisUntil(end);
      Connections.Loan loan = connections.borrow(left);
      boolean begun = false;
      try {
        BorrowedConnection borrowed =
            BorrowedConnection.of(
                connections, loan.connection(), isolation, (int) (left + NETWORK_MILLIS));
        if (once && !loan.isNew()) {
          requireAnswer(borrowed);
        }
        begun = true;
        return runOn(borrowed, work, left);
      } catch (SQLException e) {
        boolean isOver = attempt == MOST_CONNECTIONS || millisUntil(end) <= 0;
        if (loan.isNew() || isOver || (once && begun) || !hasEnded(e)) {
          throw e;
        }
      }
    }
  }

  /** Sends a statement that changes nothing. */
  private static void requireAnswer(BorrowedConnection borrowed) throws SQLException {
    try (Statement statement = borrowed.connection().createStatement()) {
      statement.execute("SELECT 1");
    } catch (SQLException | RuntimeException | Error e) {
      borrowed.discard();
      throw e;
    }
  }

  private static boolean hasEnded(SQLException problem) {
    String state = String.valueOf(problem.getSQLState());
    return state.startsWith(BROKEN) || ENDED.contains(state);
  }

  private <T> T runOn(BorrowedConnection borrowed, Work<T> work, long millis) throws SQLException {
    long deadline = time.monotonicNanos() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      T result = runWithRetries(borrowed.connection(), work, deadline);
      borrowed.giveBack();
      return result;
    } catch (SQLException e) {
      if (HARMLESS.contains(String.valueOf(e.getSQLState()))) {
        borrowed.giveBack();
      } else if (hasEnded(e)) {
        borrowed.abandon();
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
