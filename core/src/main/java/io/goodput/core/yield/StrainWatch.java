package io.goodput.core.yield;

import io.goodput.core.time.Nanos;

/**
 * Tells whether the requests of a node had to wait, second by second. They did if
 *
 * <ul>
 *   <li>threads of requests waited for a processor for more than half a millisecond before each of
 *       their turns, on average, or
 *   <li>reads on this node took three times as long as they usually do while no background work
 *       runs, on average, and more than half a millisecond.
 * </ul>
 *
 * <p>Not thread-safe.
 */
public final class StrainWatch {

  private static final double LONG_TURN_NANOS = Nanos.PER_MILLI / 2.0;
  private static final double LONG_READ_NANOS = Nanos.PER_MILLI / 2.0;
  private static final double SLOWER = 3;

  /** The average of fewer reads tells little. */
  private static final int ENOUGH_READS = 50;

  /** The weight of a second in the average of calm ones. */
  private static final double WEIGHT = 1.0 / 8;

  private double turnNanos;
  private double readNanos;
  private double calmReadNanos;

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
   * @param works whether background work ran, so that the second tells nothing of calm ones
   */
  public Strain next(Second second, boolean works) {
    turnNanos = second.turnNanos;
    readNanos = second.reads < ENOUGH_READS ? 0 : second.readNanos / second.reads;
    boolean isSlow =
        calmReadNanos > 0 && readNanos > Math.max(LONG_READ_NANOS, SLOWER * calmReadNanos);
    if (!works && readNanos > 0) {
      calmReadNanos += (calmReadNanos == 0 ? 1 : WEIGHT) * (readNanos - calmReadNanos);
    }
    return new Strain(turnNanos > LONG_TURN_NANOS || isSlow, second.load);
  }

  /** How long threads of requests waited for each turn, in nanoseconds. */
  public double turnNanos() {
    return turnNanos;
  }

  /** How long a read took on average in the last second, in nanoseconds; 0 if there were few. */
  public double readNanos() {
    return readNanos;
  }

  /** The same in seconds without background work; 0 if there were none. */
  public double calmReadNanos() {
    return calmReadNanos;
  }
}
