package io.goodput.bench.writestall;

import java.util.Locale;

/** How writes are kept from outrunning flushes. */
enum Design {
  /**
   * By RocksDB as it comes: two memtables, its own triggers, one thread for the flushes of all
   * databases and one for their compactions.
   */
  STOCK,
  /** The same with a flush thread for each database, as the designs below. */
  TUNED,
  /** By RocksDB's delayed writes, at the least of the last flushes' bandwidths. */
  SEED_RULE,
  /** By a pacer. */
  PACED;

  /** As in JSON. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
