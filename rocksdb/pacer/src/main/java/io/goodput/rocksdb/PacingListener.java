package io.goodput.rocksdb;

/** Observes how the writes of a database are paced. Implementations are thread-safe. */
@FunctionalInterface
public interface PacingListener {

  /**
   * Called after each memtable that RocksDB seals or flushes, and after each compaction. Runs on
   * RocksDB's background threads and on writing threads, possibly on several at once: return
   * quickly and do not call the database. An exception from this method goes no further than {@link
   * DbPacer#faults()}.
   *
   * @param db name of the database, as given to {@link DbPacer#create(String)}
   * @param state the pacer after the event
   */
  void changed(String db, PacingState state);

  /**
   * Called for the first event of the database that was lost to an exception, from the pacer or
   * from {@link #changed}. The pacer logs it, too, and only counts later ones. From then on, pacing
   * may be wrong; RocksDB's own triggers are the safety net. The rules of {@link #changed} apply.
   * Also called, by {@link DbPacer#attachTo}, if no event can arrive.
   *
   * @param db name of the database
   * @param cause the exception
   */
  default void failed(String db, Throwable cause) {}
}
