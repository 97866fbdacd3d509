package io.goodput.core.yield;

import io.goodput.core.time.Nanos;

/**
 * Tells whether the requests of a node had to wait, second by second. They did if
 *
 * <ul>
 *   <li>threads of requests waited for a processor for more than half a millisecond before each of
 *       their turns, on average; or more than twice as long as usual, and more than a tenth of a
 *       millisecond; or
 *   <li>reads on this node took more than three times as long as usual, on average, and more than
 *       half a millisecond.
 * </ul>
 *
 * <p>What is usual is learned within seconds while no background work runs, and within minutes
 * otherwise: what stays slow although the work yields is not slow because of it.
 *
 * <p>Not thread-safe.
 */
public final class StrainWatch {

  private static final double LONG_TURN_NANOS = Nanos.PER_MILLI / 2.0;
  private static final double NOTABLE_TURN_NANOS = Nanos.PER_MILLI / 10.0;
  private static final double LONGER_TURN = 2;
  private static final double NOTABLE_READ_NANOS = Nanos.PER_MILLI / 2.0;
  private static final double LONGER_READ = 3;

  /** The average of fewer reads tells little. */
  private static final int ENOUGH_READS = 50;

  private final Usual usualTurn = new Usual();
  private final Usual usualRead = new Usual();
  private double turnNanos;
  private double readNanos;
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
    boolean waited =
        isLong
            || usualTurn.isExceededBy(turnNanos, LONGER_TURN, NOTABLE_TURN_NANOS)
            || usualRead.isExceededBy(readNanos, LONGER_READ, NOTABLE_READ_NANOS);
    boolean isCalm = !works && !worked;
    usualTurn.learn(turnNanos, isCalm);
    usualRead.learn(readNanos, isCalm && !isLong);
    worked = works;
    return new Strain(waited, second.load);
  }

  /** How long threads of requests waited for each turn, in nanoseconds; 0 if that is not known. */
  public double turnNanos() {
    return turnNanos;
  }

  /** How long they usually wait, in nanoseconds; 0 if that is not known. */
  public double usualTurnNanos() {
    return usualTurn.nanos;
  }

  /** How long a read took on average in the last second, in nanoseconds; 0 if there were few. */
  public double readNanos() {
    return readNanos;
  }

  /** How long one usually takes, in nanoseconds; 0 if that is not known. */
  public double usualReadNanos() {
    return usualRead.nanos;
  }

  /** The usual length of a time; 0 if it is not known, as the length of a second. */
  private static final class Usual {

    /** The weight of a calm second in the average. */
    private static final double CALM_WEIGHT = 1.0 / 8;

    /** The weight of any other second, once there was a calm one. */
    private static final double OTHER_WEIGHT = 1.0 / 300;

    private double nanos;

    boolean isExceededBy(double length, double factor, double notable) {
      return nanos > 0 && length > Math.max(notable, factor * nanos);
    }

    void learn(double length, boolean isCalm) {
      if (length > 0 && (isCalm || nanos > 0)) {
        double weight = nanos == 0 ? 1 : isCalm ? CALM_WEIGHT : OTHER_WEIGHT;
        nanos += weight * (length - nanos);
      }
    }
  }
}
