package io.goodput.core.heat;

import io.goodput.core.time.Nanos;

/**
 * The moving average of the hit rate of a cache, from two growing totals.
 *
 * <p>Its half-life is two seconds. With few reads it is longer, so that the average covers at least
 * {@link #ENOUGH_READS} reads: fewer leave too much to chance. If about the last {@link
 * #RECENT_READS} reads differ from the average by more than chance explains, the cache has changed,
 * and the average restarts from these reads. Without reads, the average stays as it is.
 *
 * <p>One thread samples; any thread reads.
 */
public final class HitRateAverage {

  /** Enough to know the miss ratio to within 6% at a hit rate of 0.8, with 95% confidence. */
  static final int ENOUGH_READS = 4_400;

  static final int RECENT_READS = 1_000;

  static final long HALF_LIFE_NANOS = 2 * Nanos.PER_SECOND;

  /**
   * The difference that chance explains, in standard deviations of as many reads with equal
   * weights. Fading weights vary less: these are three standard deviations of the fading average.
   */
  private static final double CHANCE = 2.1;

  private long lastHits;
  private long lastReads;
  private long lastNanos;
  private Sum usual = Sum.NONE;
  private Sum recent = Sum.NONE;
  private volatile double hitRate;

  /** Starts at a hit rate of 0 until the first sample with reads: an unknown cache is cold. */
  public HitRateAverage(long totalHits, long totalReads, long nanos) {
    this.lastHits = totalHits;
    this.lastReads = totalReads;
    this.lastNanos = nanos;
  }

  /**
   * Takes a sample.
   *
   * @param totalHits reads that the cache has answered so far
   * @param totalReads all reads so far
   * @param nanos monotonic time of the sample; a sample that is not later than the last is ignored
   */
  public void sample(long totalHits, long totalReads, long nanos) {
    long passed = nanos - lastNanos;
    if (passed <= 0) {
      return;
    }
    long newReads = totalReads - lastReads;
    long newHits = Math.min(Math.max(0, totalHits - lastHits), newReads);
    lastHits = totalHits;
    lastReads = totalReads;
    lastNanos = nanos;
    if (newReads <= 0) {
      return;
    }
    double keptByTime = Math.pow(0.5, (double) passed / HALF_LIFE_NANOS);
    recent = recent.plus(newHits, newReads, keptByTime, RECENT_READS);
    usual = usual.plus(newHits, newReads, keptByTime, ENOUGH_READS);
    if (Math.abs(recent.rate() - usual.rate()) > CHANCE * usual.deviationOf(recent.reads)) {
      usual = recent;
    }
    hitRate = usual.rate();
  }

  /** The hit rate, in [0, 1]. */
  public double hitRate() {
    return hitRate;
  }

  /** Weighted sums of hits and reads, in which older ones weigh less. */
  private record Sum(double hits, double reads) {

    static final Sum NONE = new Sum(0, 0);

    /** Fades the sums for the time that has passed, but not below {@code enough} reads. */
    Sum plus(long newHits, long newReads, double keptByTime, int enough) {
      double keptByReads = reads > 0 ? Math.min(1, (enough - newReads) / reads) : 0;
      double kept = Math.max(keptByTime, keptByReads);
      return new Sum(kept * hits + newHits, kept * reads + newReads);
    }

    double rate() {
      return hits / reads;
    }

    double deviationOf(double sample) {
      return Math.sqrt(rate() * (1 - rate()) / sample);
    }
  }
}
