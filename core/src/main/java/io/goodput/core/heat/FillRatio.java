package io.goodput.core.heat;

import io.goodput.core.time.EventRate;

/**
 * How many disk reads fill a cache in the background per read that the cache serves, as a moving
 * average.
 *
 * <p>One thread samples; any thread reads.
 */
public final class FillRatio {

  /** Lower bound for the reads per second in the denominator. */
  private static final double LEAST_READS = 1;

  private final EventRate fills;
  private final EventRate reads;

  /** A ratio of 0 until the first sample. */
  public FillRatio(long totalFills, long totalReads, long nanos) {
    this.fills = EventRate.averaged(HeatReport.RATE_HALF_LIFE_NANOS, totalFills, nanos);
    this.reads = EventRate.averaged(HeatReport.RATE_HALF_LIFE_NANOS, totalReads, nanos);
  }

  /**
   * Takes a sample.
   *
   * @param totalFills disk reads in the background so far
   * @param totalReads reads that the cache has served so far
   * @param nanos monotonic time of the sample; a sample that is not later than the last is ignored
   */
  public void sample(long totalFills, long totalReads, long nanos) {
    fills.sample(totalFills, nanos);
    reads.sample(totalReads, nanos);
  }

  /** The ratio, 0 or more. */
  public double ratio() {
    return fills.perSecond() / Math.max(LEAST_READS, reads.perSecond());
  }
}
