package io.goodput.lab.simulation.pacing;

/**
 * An interval in which something runs at another speed than usual. Immutable. Times in seconds.
 *
 * @param start when the interval begins
 * @param seconds its length
 * @param factor the speed in it, as a multiple of the usual speed; 0 for a standstill
 */
public record SpeedChange(double start, double seconds, double factor) {

  /** No change, ever. */
  public static final SpeedChange NONE = new SpeedChange(Double.POSITIVE_INFINITY, 0, 1);

  /** The speed at a moment, as a multiple of the usual speed. */
  double speed(double now) {
    return now >= start && now < start + seconds ? factor : 1;
  }

  /**
   * When work ends that begins now.
   *
   * @param work seconds that the work takes at the usual speed; more than 0
   */
  double end(double now, double work) {
    double before = Math.max(0, start - now);
    if (work <= before || now >= start + seconds) {
      return now + work;
    }
    double left = work - before;
    double secondsLeft = start + seconds - Math.max(now, start);
    if (left <= secondsLeft * factor) {
      return Math.max(now, start) + left / factor;
    }
    return start + seconds + left - secondsLeft * factor;
  }
}
