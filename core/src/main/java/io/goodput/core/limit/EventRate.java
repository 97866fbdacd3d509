package io.goodput.core.limit;

/**
 * Events a second over the last interval between two samples of a growing total.
 *
 * <p>One thread samples; any thread reads.
 */
public final class EventRate {

  private static final double NANOS_PER_SECOND = 1e9;

  private long lastTotal;
  private long lastNanos;
  private volatile double perSecond;

  /** A rate of 0 until the second sample. */
  public EventRate(long total, long nanos) {
    this.lastTotal = total;
    this.lastNanos = nanos;
  }

  /**
   * Takes a sample.
   *
   * @param total events so far
   * @param nanos monotonic time of the sample; a sample that is not later than the last is ignored
   */
  public void sample(long total, long nanos) {
    if (nanos - lastNanos <= 0) {
      return;
    }
    perSecond = (total - lastTotal) * NANOS_PER_SECOND / (nanos - lastNanos);
    lastTotal = total;
    lastNanos = nanos;
  }

  /** Events a second over the last interval. */
  public double perSecond() {
    return perSecond;
  }
}
