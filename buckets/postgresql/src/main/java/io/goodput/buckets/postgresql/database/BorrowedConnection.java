package io.goodput.buckets.postgresql.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A connection in use by a transaction. It goes back with the settings that it came with. Not
 * thread-safe.
 */
final class BorrowedConnection {

  private final Connections connections;
  private final Connection connection;
  private final Deque<Change> undo = new ArrayDeque<>();

  private BorrowedConnection(Connections connections, Connection connection) {
    this.connections = connections;
    this.connection = connection;
  }

  /** Changes a setting of the connection. */
  @FunctionalInterface
  private interface Change {
    void make() throws SQLException;
  }

  /**
   * Makes a connection writable.
   *
   * @param isolation a constant of {@link Connection}; {@code TRANSACTION_NONE} keeps the
   *     connection's level
   * @param millis longest time that the connection waits for an answer
   */
  static BorrowedConnection of(Connections connections, Connection free, int isolation, int millis)
      throws SQLException {
    BorrowedConnection borrowed = new BorrowedConnection(connections, free);
    try {
      borrowed.prepare(isolation, millis);
      return borrowed;
    } catch (SQLException | RuntimeException | Error e) {
      borrowed.discard();
      throw e;
    }
  }

  Connection connection() {
    return connection;
  }

  /** Gives back a connection that works. */
  void giveBack() {
    try {
      restore();
      connections.giveBack(connection);
    } catch (SQLException | RuntimeException e) {
      abort();
      connections.discard(connection);
    }
  }

  /** Gives back a connection that may be broken. */
  void discard() {
    try {
      restore();
    } catch (SQLException | RuntimeException e) {
      abort();
    }
    connections.discard(connection);
  }

  /** Gives back a connection that has ended, such that a pool does not lend it again. */
  void abandon() {
    abort();
    connections.discard(connection);
  }

  private void prepare(int isolation, int millis) throws SQLException {
    int timeout = connection.getNetworkTimeout();
    change(
        () -> connection.setNetworkTimeout(Runnable::run, millis),
        () -> connection.setNetworkTimeout(Runnable::run, timeout));
    if (connection.isReadOnly()) {
      change(() -> connection.setReadOnly(false), () -> connection.setReadOnly(true));
    }
    if (isolation == Connection.TRANSACTION_NONE || connections.haveIsolation()) {
      return;
    }
    int level = connection.getTransactionIsolation();
    if (level != isolation) {
      change(
          () -> connection.setTransactionIsolation(isolation),
          () -> connection.setTransactionIsolation(level));
    }
  }

  private void change(Change change, Change back) throws SQLException {
    undo.push(back);
    change.make();
  }

  private void restore() throws SQLException {
    while (!undo.isEmpty()) {
      undo.pop().make();
    }
  }

  /** Closes a connection whose settings cannot be restored, so that it is not used again. */
  private void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException | RuntimeException e) {
      // The connection was broken already.
    }
  }
}
