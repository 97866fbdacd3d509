package io.goodput.sql;

import java.sql.Connection;

/** Of the transactions that take tokens; the guarantee is the same at all of them. */
public enum Isolation {
  /** What the connection has been set to, which costs no round trip. */
  OF_CONNECTION(Connection.TRANSACTION_NONE),
  /** READ COMMITTED. */
  READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
  /** SERIALIZABLE: those that compete for a row are rolled back and tried again. */
  SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

  private final int level;

  Isolation(int level) {
    this.level = level;
  }

  int level() {
    return level;
  }
}
