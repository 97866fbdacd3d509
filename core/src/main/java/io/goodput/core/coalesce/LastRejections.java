package io.goodput.core.coalesce;

import io.goodput.core.table.HashedLongs;

/**
 * When reads of a partition were last rejected. Fixed memory: 32 KiB. Partitions that share an
 * entry count as one. Times are monotonic nanoseconds. Thread-safe and lock-free.
 */
public final class LastRejections {

  private static final int PARTITIONS = 1 << 12;

  private static final long HOUR_NANOS = 3_600_000_000_000L;

  private final HashedLongs times;

  /**
   * No rejections in the hour before.
   *
   * @param now no later than any rejection
   */
  public LastRejections(long now) {
    this.times = new HashedLongs(PARTITIONS, now - HOUR_NANOS);
  }

  /**
   * Records a rejection.
   *
   * @param partition a hash of the partition, well mixed
   */
  public void rejected(int partition, long now) {
    times.set(partition, now);
  }

  /** Whether a read of the partition was rejected at most this many nanoseconds ago. */
  public boolean isWithin(int partition, long nanos, long now) {
    return now - times.get(partition) <= nanos;
  }
}
