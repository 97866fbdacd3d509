package io.goodput.core.heat;

/**
 * The moving average of events a second, from a growing total. Its half-life is half a second: when
 * clients have come back to a node that restarted, it would keep too many of their reads to itself
 * for as long as the others do not know of them.
 *
 * <p>One thread samples; any thread reads.
 */
public final class RateAverage {

  static final long HALF_LIFE_NANOS = 500_000_000L;

  private static final double NANOS_PER_SECOND = 1e9;

  private long lastTotal;
  private long lastNanos;
  private volatile double perSecond;

  /** A rate of 0 until the first sample. */
  public RateAverage(long total, long nanos) {
    this.lastTotal = total;
    this.lastNanos = nanos;
  }

  /**
   * Takes a sample.
   *
   * @param total events so far
   * @param nanos monotonic time of the sample; one that is not later than the last is ignored
   */
  public void sample(long total, long nanos) {
    long passed = nanos - lastNanos;
    if (passed <= 0) {
      return;
    }
    double rate = (total - lastTotal) * NANOS_PER_SECOND / passed;
    double kept = Math.pow(0.5, (double) passed / HALF_LIFE_NANOS);
    perSecond = kept * perSecond + (1 - kept) * rate;
    lastTotal = total;
    lastNanos = nanos;
  }

  /** Events a second. */
  public double perSecond() {
    return perSecond;
  }
}
