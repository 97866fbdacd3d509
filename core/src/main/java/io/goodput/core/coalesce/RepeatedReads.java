package io.goodput.core.coalesce;

import io.goodput.core.table.HashedLongs;
import io.goodput.core.time.Nanos;

/**
 * Tells reads that come again within some time, by a hash of what they ask for. Fixed memory: 32
 * KiB. Reads whose hashes fall on the same entry replace each other there, and seem not to be
 * repeated.
 *
 * <p>Thread-safe and lock-free. Of reads that come at the same moment, each may seem to be the
 * first.
 */
public final class RepeatedReads {

  /** Time counts in units of 2^20 ns, about 1 ms. */
  private static final int UNIT_BITS = 20;

  /** Above, the hash of the last read; below, when it came. */
  private final HashedLongs last = new HashedLongs(1 << 12);

  private final int mostUnits;

  /** Tells reads that come again within 100 ms. */
  public RepeatedReads() {
    this(100 * Nanos.PER_MILLI);
  }

  /** Tells reads that come again within this many nanoseconds, positive, at most an hour. */
  public RepeatedReads(long nanos) {
    this.mostUnits = (int) (nanos >> UNIT_BITS);
  }

  /**
   * Records a read.
   *
   * @param hash of what it asks for, well mixed
   * @param now monotonic nanoseconds
   * @return whether the last read of this entry had the same hash, and came within the time, before
   *     or after this one
   */
  public boolean isRepeated(int hash, long now) {
    int time = (int) (now >> UNIT_BITS);
    // Not zero, which says that nothing was read yet.
    int known = hash | 1;
    long before =
        last.getAndSet(hash, ((long) known << Integer.SIZE) | Integer.toUnsignedLong(time));
    // Negative if another thread has recorded a later read first.
    int age = time - (int) before;
    return (int) (before >> Integer.SIZE) == known
        && Integer.compareUnsigned(age + mostUnits, 2 * mostUnits) <= 0;
  }
}
