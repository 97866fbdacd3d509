package io.goodput.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs transactions, whatever state connections come in, and tries those again that the database
 * has rolled back because of others. Thread-safe.
 */
final class Database implements AutoCloseable {

  private static final Set<String> ROLLED_BACK_BECAUSE_OF_OTHERS = Set.of("40001", "40P01");

  /** After these a connection is as good as before. 55P03: a row was locked for too long. */
  private static final Set<String> ANSWERED = Set.of("40001", "40P01", "55P03");

  /** For the answer to a statement that has waited as long as it may. */
  private static final long NETWORK_MILLIS = 100;

  private static final int MOST_ATTEMPTS = 30;
  private static final int MOST_DOUBLINGS = 5;

  private final Connections connections;
  private final Isolation isolation;
  private final Consumer<String> retried;

  Database(Connections connections, Isolation isolation, Consumer<String> retried) {
    this.connections = connections;
    this.isolation = isolation;
    this.retried = retried;
  }

  /** What is done in a transaction. */
  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /**
   * Runs a transaction, and commits it.
   *
   * @param millis longest time that an answer may take, and that it is tried again
   * @throws SQLException if it did not succeed, or nobody knows whether it did
   */
  <T> T run(Work<T> work, long millis) throws SQLException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    Loan loan = Loan.of(connections, isolation, (int) (millis + NETWORK_MILLIS));
    try {
      T result = attempt(loan.connection(), work, deadline);
      loan.end();
      return result;
    } catch (SQLException e) {
      if (ANSWERED.contains(String.valueOf(e.getSQLState()))) {
        loan.end();
      } else {
        loan.fail();
      }
      throw e;
    } catch (RuntimeException e) {
      loan.fail();
      throw e;
    }
  }

  private <T> T attempt(Connection connection, Work<T> work, long deadline) throws SQLException {
    boolean commits = !connection.getAutoCommit();
    for (int attempt = 1; ; attempt++) {
      try {
        T result = work.on(connection);
        if (commits) {
          connection.commit();
        }
        return result;
      } catch (SQLException e) {
        if (commits) {
          rollBack(connection, e);
        }
        if (!ROLLED_BACK_BECAUSE_OF_OTHERS.contains(String.valueOf(e.getSQLState()))
            || attempt == MOST_ATTEMPTS
            || System.nanoTime() - deadline > 0) {
          throw e;
        }
        retried.accept(e.getSQLState());
        backOff(attempt, e);
      } catch (RuntimeException e) {
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

  private static void rollBack(Connection connection, Exception problem) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      problem.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    connections.close();
  }
}
