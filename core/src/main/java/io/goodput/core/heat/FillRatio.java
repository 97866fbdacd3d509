package io.goodput.core.heat;

/**
 * How many reads of a disk fill a cache in the background for each read that the cache serves, as
 * an average that follows within a second.
 *
 * <p>One thread samples; any thread reads.
 */
public final class FillRatio {

  /** Where a cache serves fewer reads a second than this, it counts as this many. */
  private static final double LEAST_READS = 1;

  private final RateAverage fills;
  private final RateAverage reads;

  /** A ratio of 0 until the first sample. */
  public FillRatio(long totalFills, long totalReads, long nanos) {
    this.fills = new RateAverage(totalFills, nanos);
    this.reads = new RateAverage(totalReads, nanos);
  }

  /**
   * Takes a sample.
   *
   * @param totalFills reads in the background so far
   * @param totalReads reads that the cache has served so far
   * @param nanos monotonic time of the sample; one that is not later than the last is ignored
   */
  public void sample(long totalFills, long totalReads, long nanos) {
    fills.sample(totalFills, nanos);
    reads.sample(totalReads, nanos);
  }

  /** 0 or more. */
  public double ratio() {
    return fills.perSecond() / Math.max(LEAST_READS, reads.perSecond());
  }
}
