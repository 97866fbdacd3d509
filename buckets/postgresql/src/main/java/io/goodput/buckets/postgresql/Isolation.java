package io.goodput.buckets.postgresql;

import java.sql.Connection;

/** Isolation level of the transactions that take tokens. The guarantee holds at every level. */
public enum Isolation {
  /** Keeps the level of the connection, which saves a round trip. */
  CONNECTION_DEFAULT(Connection.TRANSACTION_NONE),
  /** READ COMMITTED. */
  READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
  /** SERIALIZABLE. Transactions that compete for a row are rolled back and retried. */
  SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

  private final int level;

  Isolation(int level) {
    this.level = level;
  }

  /** The constant of {@link Connection}; {@code TRANSACTION_NONE} keeps the connection's level. */
  int level() {
    return level;
  }
}
