package io.goodput.core.heat;

/**
 * The moving average of a cache's hit rate, from two growing totals.
 *
 * <p>Its half-life is two seconds, or longer where there are few reads: it stands for {@link
 * #ENOUGH_READS} of them at least, once there have been so many, since fewer leave too much to
 * chance. Where the last {@link #RECENT_READS} or so differ from it by more than chance explains,
 * the cache has changed, and it goes on from those. Without reads it stays as it is.
 *
 * <p>One thread samples; any thread reads.
 */
public final class HitRateAverage {

  /** At a hit rate of 0.8 these give the miss ratio to within 6 %, nineteen times in twenty. */
  static final int ENOUGH_READS = 4_400;

  static final int RECENT_READS = 1_000;

  static final long HALF_LIFE_NANOS = 2_000_000_000L;

  /**
   * In standard deviations of as many reads. An average whose weights fade varies less than that:
   * these are three of its own.
   */
  private static final double CHANCE = 2.1;

  private long lastHits;
  private long lastReads;
  private long lastNanos;
  private Sum usual = Sum.NONE;
  private Sum recent = Sum.NONE;
  private volatile double hitRate;

  /** A hit rate of 0 until the first sample with reads: a cache that nobody knows of is cold. */
  public HitRateAverage(long totalHits, long totalReads, long nanos) {
    this.lastHits = totalHits;
    this.lastReads = totalReads;
    this.lastNanos = nanos;
  }

  /**
   * Takes a sample.
   *
   * @param totalHits reads so far that found what they asked for in the cache
   * @param totalReads all reads so far
   * @param nanos monotonic time of the sample; one that is not later than the last is ignored
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

  /** In [0, 1]. */
  public double hitRate() {
    return hitRate;
  }

  /** Reads, and hits among them, of which the older ones count less. */
  private record Sum(double hits, double reads) {

    static final Sum NONE = new Sum(0, 0);

    /** Forgets for the time that has passed, but never keeps fewer than {@code enough} for it. */
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
