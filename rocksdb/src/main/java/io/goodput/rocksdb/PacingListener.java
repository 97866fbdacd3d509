package io.goodput.rocksdb;

import io.goodput.core.pacing.PaceState;

/** Is told how a database's writes are paced. */
@FunctionalInterface
public interface PacingListener {

  /**
   * A memtable was sealed or flushed, or a compaction has ended. Called on RocksDB's threads and on
   * those that write, several at a time: be brief, and do not call the database. What it throws is
   * counted in {@link DbPacer#faults()} and goes nowhere.
   *
   * @param db its name, as the pacer was told
   */
  void changed(String db, PaceState state);
}
