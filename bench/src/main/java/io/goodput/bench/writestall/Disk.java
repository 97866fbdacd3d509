package io.goodput.bench.writestall;

import org.jspecify.annotations.Nullable;
import org.rocksdb.RateLimiter;
import org.rocksdb.RateLimiterMode;

/**
 * What stands in for the disk: RocksDB's own limiter of the writes of flushes and compactions, all
 * databases together. How evenly it lets them through decides much; hence two.
 */
enum Disk {
  /** Only the machine's. */
  NONE(0),
  /** Refilled every 100 ms, which is RocksDB's default. */
  COARSE(100),
  /** Refilled every 10 ms. */
  SMOOTH(10);

  private static final int MICROS_PER_MILLI = 1_000;
  private static final int FAIRNESS = 10;

  private final int refillMillis;

  Disk(int refillMillis) {
    this.refillMillis = refillMillis;
  }

  /** Null if there is to be none. */
  @Nullable RateLimiter limiter(long bytesPerSecond) {
    if (this == NONE) {
      return null;
    }
    return new RateLimiter(
        bytesPerSecond,
        (long) refillMillis * MICROS_PER_MILLI,
        FAIRNESS,
        RateLimiterMode.WRITES_ONLY,
        false);
  }
}
