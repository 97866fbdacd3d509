package io.goodput.core.heat;

/**
 * The moving average of events a second, from a growing total. Its half-life is that of {@link
 * HitRateAverage}.
 *
 * <p>One thread samples; any thread reads.
 */
public final class RateAverage {

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
    double kept = Math.pow(0.5, (double) passed / HitRateAverage.HALF_LIFE_NANOS);
    perSecond = kept * perSecond + (1 - kept) * rate;
    lastTotal = total;
    lastNanos = nanos;
  }

  /** Events a second. */
  public double perSecond() {
    return perSecond;
  }
}
