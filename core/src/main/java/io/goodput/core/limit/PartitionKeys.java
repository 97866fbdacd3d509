package io.goodput.core.limit;

/**
 * The keys of one series of partitions: of the reads, or of the writes, of one table.
 *
 * <p>The key of a partition is its token, mixed with a salt of the series. The mix is a bijection,
 * so two tokens of one series never share a key. Two partitions of different series share a key
 * with a probability of 2^-64, because salts are random.
 *
 * @param salt 64 random bits, different for every series
 */
public record PartitionKeys(long salt) {

  /** The key of the partition with this token. */
  public long of(long token) {
    // David Stafford's "Mix13", the finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
    long z = token ^ salt;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
