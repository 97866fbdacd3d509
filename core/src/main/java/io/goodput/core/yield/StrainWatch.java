package io.goodput.core.yield;

import io.goodput.core.time.Nanos;

/**
 * Tells whether the requests of a node had to wait, second by second. They did if
 *
 * <ul>
 *   <li>threads of requests waited for a processor for more than half a millisecond before each of
 *       their turns, on average, or
 *   <li>reads on this node took more than three times as long as they usually do, on average, and
 *       more than half a millisecond.
 * </ul>
 *
 * <p>What is usual is learned within seconds while no background work runs and threads do not wait,
 * and within minutes otherwise: reads that stay slow although the work yields are not slow because
 * of it.
 *
 * <p>Not thread-safe.
 */
public final class StrainWatch {

  private static final double LONG_TURN_NANOS = Nanos.PER_MILLI / 2.0;
  private static final double LONG_READ_NANOS = Nanos.PER_MILLI / 2.0;
  private static final double SLOWER = 3;

  /** The average of fewer reads tells little. */
  private static final int ENOUGH_READS = 50;

  /** The weight of a calm second in the usual time of reads, and that of any other one. */
  private static final double CALM_WEIGHT = 1.0 / 8;

  private static final double OTHER_WEIGHT = 1.0 / 300;

  private double turnNanos;
  private double readNanos;
  private double usualReadNanos;
  private boolean worked;

  /** A node that has measured nothing. */
  public StrainWatch() {}

  /**
   * What a node has measured in a second.
   *
   * @param turnNanos how long threads of requests waited for each turn on a processor, on average,
   *     in nanoseconds; 0 if they have hardly run
   * @param load how much of the node requests used, in any unit that stays the same
   * @param reads how many reads the node has executed, for itself and others
   * @param readNanos how long these reads took, all together, in nanoseconds
   */
  public record Second(double turnNanos, double load, long reads, double readNanos) {}

  /**
   * The strain in a second.
   *
   * @param works whether background work runs at its end
   */
  public Strain next(Second second, boolean works) {
    turnNanos = second.turnNanos;
    readNanos = second.reads < ENOUGH_READS ? 0 : second.readNanos / second.reads;
    boolean isLong = turnNanos > LONG_TURN_NANOS;
    boolean isSlow =
        usualReadNanos > 0 && readNanos > Math.max(LONG_READ_NANOS, SLOWER * usualReadNanos);
    learn(!works && !worked && !isLong);
    worked = works;
    return new Strain(isLong || isSlow, second.load);
  }

  private void learn(boolean isCalm) {
    if (readNanos > 0 && (isCalm || usualReadNanos > 0)) {
      double weight = usualReadNanos == 0 ? 1 : isCalm ? CALM_WEIGHT : OTHER_WEIGHT;
      usualReadNanos += weight * (readNanos - usualReadNanos);
    }
  }

  /** How long threads of requests waited for each turn, in nanoseconds. */
  public double turnNanos() {
    return turnNanos;
  }

  /** How long a read took on average in the last second, in nanoseconds; 0 if there were few. */
  public double readNanos() {
    return readNanos;
  }

  /** How long one usually takes, in nanoseconds; 0 if that is not known. */
  public double usualReadNanos() {
    return usualReadNanos;
  }
}
