package io.goodput.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** Where connections come from. Thread-safe. */
interface Connections extends AutoCloseable {

  Connection borrow() throws SQLException;

  /** Ends the loan of a connection that has been put back into the state it was lent in. */
  void giveBack(Connection connection) throws SQLException;

  /** Ends the loan of a connection that may be broken, as may be others. */
  void discard(Connection connection);

  /** Whether nobody else uses them, and they have been set to the isolation level wanted. */
  boolean areOwn();

  @Override
  default void close() {}
}
