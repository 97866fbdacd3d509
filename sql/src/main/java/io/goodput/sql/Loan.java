package io.goodput.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;

/** A connection from when it is borrowed until it is given back as it was. Used by one thread. */
final class Loan {

  private final Connections connections;
  private final Connection connection;
  private final Deque<Change> undo = new ArrayDeque<>();

  private Loan(Connections connections, Connection connection) {
    this.connections = connections;
    this.connection = connection;
  }

  /** A setting of the connection. */
  @FunctionalInterface
  private interface Change {
    void make() throws SQLException;
  }

  /**
   * Borrows a connection that can write.
   *
   * @param millis longest time that it waits for an answer
   */
  static Loan of(Connections connections, Isolation isolation, int millis) throws SQLException {
    Loan loan = new Loan(connections, connections.borrow());
    try {
      loan.prepare(isolation, millis);
      return loan;
    } catch (SQLException | RuntimeException e) {
      loan.fail();
      throw e;
    }
  }

  Connection connection() {
    return connection;
  }

  /** Gives back a connection that is as good as before. */
  void end() {
    try {
      restore();
      connections.giveBack(connection);
    } catch (SQLException | RuntimeException e) {
      abort();
      connections.discard(connection);
    }
  }

  /** Gives back a connection that may be broken. */
  void fail() {
    try {
      restore();
    } catch (SQLException | RuntimeException e) {
      abort();
    }
    connections.discard(connection);
  }

  private void prepare(Isolation isolation, int millis) throws SQLException {
    int timeout = connection.getNetworkTimeout();
    change(
        () -> connection.setNetworkTimeout(Runnable::run, millis),
        () -> connection.setNetworkTimeout(Runnable::run, timeout));
    if (connection.isReadOnly()) {
      change(() -> connection.setReadOnly(false), () -> connection.setReadOnly(true));
    }
    if (isolation == Isolation.OF_CONNECTION || connections.areOwn()) {
      return;
    }
    int level = connection.getTransactionIsolation();
    if (level != isolation.level()) {
      change(
          () -> connection.setTransactionIsolation(isolation.level()),
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

  /** Nobody should be lent a connection that is not as it was. */
  private void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // It is broken already.
    }
  }
}
