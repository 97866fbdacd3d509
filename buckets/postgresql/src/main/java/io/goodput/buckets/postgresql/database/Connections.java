package io.goodput.buckets.postgresql.database;

import java.sql.Connection;
import java.sql.SQLException;

/** A source of connections. Thread-safe. */
interface Connections extends AutoCloseable {

  /**
   * A connection that is lent.
   *
   * @param isNew whether it was opened for this loan; any other may have ended while it was idle
   */
  record Loan(Connection connection, boolean isNew) {}

  /**
   * Borrows a connection.
   *
   * @param millis longest wait for a free connection
   * @throws SQLException if no connection is free in time, or the database cannot be reached
   */
  Loan borrow(long millis) throws SQLException;

  /** Returns a connection in the state in which it was borrowed. */
  void giveBack(Connection connection) throws SQLException;

  /** Returns a connection that may be broken. Other idle connections may be broken too. */
  void discard(Connection connection);

  /** Whether the connections already have the isolation level that the client wants. */
  boolean haveIsolation();

  @Override
  default void close() {}
}
