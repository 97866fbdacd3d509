package io.goodput.rocksdb;

import java.util.List;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.Options;
import org.rocksdb.RateLimiter;
import org.rocksdb.RateLimiterMode;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteStallCondition;
import org.rocksdb.WriteStallInfo;

/** A disk that takes 8 MB a second. It counts how often RocksDB delays or stops writes. */
final class SlowDisk extends AbstractEventListener {

  static final int MEGABYTE = 1 << 20;

  private static final long REFILL_MICROS = 10_000;
  private static final int FAIRNESS = 10;

  static {
    RocksDB.loadLibrary();
  }

  private final RateLimiter limiter =
      new RateLimiter(8L * MEGABYTE, REFILL_MICROS, FAIRNESS, RateLimiterMode.WRITES_ONLY, false);
  private volatile int stalls;

  SlowDisk() {
    super(EnabledEventCallback.ON_STALL_CONDITIONS_CHANGED);
  }

  /** Options for a database on this disk, with memtables of one megabyte. */
  Options options() {
    Options options = new Options().setCreateIfMissing(true).setRateLimiter(limiter);
    return options
        .setListeners(List.of(this))
        .setWriteBufferSize(MEGABYTE)
        .setMaxWriteBufferNumber(2)
        .setMaxBackgroundJobs(4);
  }

  int stalls() {
    return stalls;
  }

  @Override
  public synchronized void onStallConditionsChanged(WriteStallInfo stall) {
    if (stall.getCurrentCondition() != WriteStallCondition.NORMAL) {
      stalls++;
    }
  }

  @Override
  protected void disposeInternal() {
    super.disposeInternal();
    limiter.close();
  }
}
