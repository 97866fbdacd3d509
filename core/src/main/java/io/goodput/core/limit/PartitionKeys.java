package io.goodput.core.limit;

/**
 * The keys of one series of partitions: of the reads, or of the writes, of one table.
 *
 * <p>The key of a partition is the number of its series, in 9 bits, and 55 bits of its token, mixed
 * with a salt of the series. Two partitions of one series share a key with a probability of 2^-55,
 * and so do those of two series of the same number, because salts are random.
 *
 * @param salt 64 random bits, different for every series
 * @param series 1 to {@value #MOST_SERIES}, to tell by a key which series it belongs to; 0 for a
 *     series that need not be told from others
 */
public record PartitionKeys(long salt, int series) {

  /** The highest number of a series. */
  public static final int MOST_SERIES = 511;

  private static final int SERIES_BITS = 9;
  private static final int MIXED_BITS = Long.SIZE - SERIES_BITS;

  /** The keys of a series without a number. */
  public PartitionKeys(long salt) {
    this(salt, 0);
  }

  /** The key of the partition with this token. */
  public long of(long token) {
    // David Stafford's "Mix13", the finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
    long z = token ^ salt;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    z = z ^ (z >>> 31);
    return (long) series << MIXED_BITS | z >>> SERIES_BITS;
  }

  /** The number of the series to which a key belongs; 0 if it has none. */
  public static int seriesOf(long key) {
    return (int) (key >>> MIXED_BITS);
  }
}
