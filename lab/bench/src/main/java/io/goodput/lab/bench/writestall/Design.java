package io.goodput.lab.bench.writestall;

/** A way to keep writes from outrunning flushes. */
enum Design {
  /** RocksDB's defaults: two memtables, one flush thread and one compaction thread in all. */
  STOCK("stock"),
  /** Stock with a flush thread for each database, as in all designs below. */
  TUNED("tuned"),
  /** The options of the goodput design, without the pacer. */
  UNPACED("same options, no pacer"),
  /** RocksDB's delayed writes, at the lowest rate of recent flushes. */
  SEED_RULE("flush-rate rule"),
  /** Goodput's pacer. */
  GOODPUT("goodput");

  private final String title;

  Design(String title) {
    this.title = title;
  }

  @Override
  public String toString() {
    return title;
  }
}
