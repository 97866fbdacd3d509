package io.goodput.core.time;

/**
 * Events per second, from samples of a growing total: over the last interval between two samples,
 * or as a moving average of these intervals whose weights fade exponentially.
 *
 * <p>One thread samples; any thread reads. Times are monotonic nanoseconds.
 */
public final class EventRate {

  private final double halfLifeNanos;
  private long lastTotal;
  private long lastNanos;
  private volatile double perSecond;

  private EventRate(double halfLifeNanos, long total, long nanos) {
    this.halfLifeNanos = halfLifeNanos;
    this.lastTotal = total;
    this.lastNanos = nanos;
  }

  /**
   * The rate over the last interval; 0 until the second sample.
   *
   * @param total the first sample: events so far
   * @param nanos the time of the first sample
   */
  public static EventRate ofLastInterval(long total, long nanos) {
    // With a half-life of 0, the newest interval has the whole weight.
    return new EventRate(0, total, nanos);
  }

  /**
   * The moving average of the rate; it starts at 0.
   *
   * @param halfLifeNanos the time in which the weight of an interval halves; more than 0
   * @param total the first sample: events so far
   * @param nanos the time of the first sample
   */
  public static EventRate averaged(long halfLifeNanos, long total, long nanos) {
    return new EventRate((double) halfLifeNanos, total, nanos);
  }

  /**
   * Takes a sample.
   *
   * @param total events so far; less than before if some of what was counted is gone, which counts
   *     as no event
   * @param nanos the time of the sample; a sample that is not later than the last one is ignored
   */
  public void sample(long total, long nanos) {
    long passed = nanos - lastNanos;
    if (passed <= 0) {
      return;
    }
    double rate = Nanos.perSecond(Math.max(0, total - lastTotal), passed);
    double kept = Math.pow(0.5, passed / halfLifeNanos);
    perSecond = kept * perSecond + (1 - kept) * rate;
    lastTotal = total;
    lastNanos = nanos;
  }

  /** Events per second. */
  public double perSecond() {
    return perSecond;
  }
}
