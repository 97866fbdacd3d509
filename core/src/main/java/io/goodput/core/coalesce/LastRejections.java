package io.goodput.core.coalesce;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * When reads of a partition were last rejected. Fixed memory: 32 KiB. Partitions that share an
 * entry count as one. Times are monotonic nanoseconds. Thread-safe and lock-free.
 */
public final class LastRejections {

  private static final int PARTITIONS = 1 << 12;

  private final AtomicLongArray sinceOrigin = new AtomicLongArray(PARTITIONS);
  private final long origin;

  /**
   * No rejections in the hour before.
   *
   * @param now no later than any rejection
   */
  public LastRejections(long now) {
    this.origin = now - 3_600_000_000_000L;
  }

  /**
   * Records a rejection.
   *
   * @param partition a hash of the partition, well mixed
   */
  public void rejected(int partition, long now) {
    sinceOrigin.set(partition & (PARTITIONS - 1), now - origin);
  }

  /** Whether a read of the partition was rejected at most this many nanoseconds ago. */
  public boolean isWithin(int partition, long nanos, long now) {
    return now - origin - sinceOrigin.get(partition & (PARTITIONS - 1)) <= nanos;
  }
}
