package io.goodput.lab.bench.tokenbucket;

/** What keeps a database from its work during a case. For one thread. */
interface Trouble extends AutoCloseable {

  /** The URL at which clients have this trouble; may contain a password. */
  String url();

  /** Begins, when all clients are connected. */
  default void begin() {}

  /** Ends. */
  @Override
  default void close() {}
}
