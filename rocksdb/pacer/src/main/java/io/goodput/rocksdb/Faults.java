package io.goodput.rocksdb;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the faults of a pacer; logs the first one, and tells the listener. Thread-safe. */
final class Faults {

  private static final Logger LOG = System.getLogger(DbPacer.class.getName());

  private final String db;
  private final PacingListener listener;
  private final AtomicLong count = new AtomicLong();

  Faults(String db, PacingListener listener) {
    this.db = db;
    this.listener = listener;
  }

  long count() {
    return count.get();
  }

  void add(Throwable fault) {
    if (count.getAndIncrement() == 0) {
      try {
        LOG.log(
            Level.WARNING,
            "The pacer of the database '%s' has failed once; it logs no further faults."
                .formatted(db),
            fault);
        listener.failed(db, fault);
      } catch (Throwable e) {
        count.getAndIncrement();
      }
    }
  }
}
