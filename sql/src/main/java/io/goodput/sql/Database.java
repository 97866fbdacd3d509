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
    Connection connection = connections.borrow();
    T result;
    try {
      Lent lent = prepare(connection, (int) Math.max(1, millis));
      result = attempt(connection, work, deadline);
      lent.restore(connection);
    } catch (SQLException | RuntimeException e) {
      connections.discard(connection);
      throw e;
    }
    connections.giveBack(connection);
    return result;
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
      }
    }
  }

  private Lent prepare(Connection connection, int millis) throws SQLException {
    int timeout = connection.getNetworkTimeout();
    connection.setNetworkTimeout(Runnable::run, millis);
    boolean readOnly = connection.isReadOnly();
    if (readOnly) {
      connection.setReadOnly(false);
    }
    if (isolation == Isolation.OF_CONNECTION || connections.areOwn()) {
      return new Lent(timeout, readOnly, Connection.TRANSACTION_NONE);
    }
    int level = connection.getTransactionIsolation();
    if (level == isolation.level()) {
      return new Lent(timeout, readOnly, Connection.TRANSACTION_NONE);
    }
    connection.setTransactionIsolation(isolation.level());
    return new Lent(timeout, readOnly, level);
  }

  /** How a connection was lent: what is to be restored of it. */
  private record Lent(int networkTimeout, boolean readOnly, int isolationLevel) {

    void restore(Connection connection) throws SQLException {
      if (isolationLevel != Connection.TRANSACTION_NONE) {
        connection.setTransactionIsolation(isolationLevel);
      }
      if (readOnly) {
        connection.setReadOnly(true);
      }
      connection.setNetworkTimeout(Runnable::run, networkTimeout);
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

  private static void rollBack(Connection connection, SQLException problem) {
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
