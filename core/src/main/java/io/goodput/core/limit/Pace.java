package io.goodput.core.limit;

import java.util.function.LongToDoubleFunction;

/**
 * The pace at which one node admits the operations on one partition: its part of the partition's
 * limit. Immutable.
 *
 * @param perSecond operations per second that this node may admit, more than 0
 * @param probability by the decaying count of the partition, the probability of admitting an
 *     operation while the {@link Allowance} is neither free nor used up, in (0, 1]
 * @param free while no more operations than this are used, everything is admitted; negative for
 *     never
 * @param burst while more operations than this are used, nothing is admitted
 */
public record Pace(double perSecond, LongToDoubleFunction probability, double free, double burst) {

  private static final double BURST_SECONDS = 0.5;
  private static final double FREE_SECONDS = 0.125;

  /** Operations that may come at once, however low the limit. */
  private static final double LEAST_BURST = 2;

  /** The same where only the probability decides: operations come in clumps by chance. */
  private static final double LEAST_BURST_BY_CHANCE = 6;

  /**
   * A pace whose probability follows the {@link AdmissionCurve}.
   *
   * @param perSecond operations per second, more than 0
   * @param nodes that admit operations on the partition, 1 or more
   */
  static Pace byCurve(double perSecond, int nodes) {
    long limit = (long) Math.ceil(perSecond);
    return of(perSecond, count -> AdmissionCurve.probability(count, limit), nodes);
  }

  /**
   * A pace with a constant probability.
   *
   * @param perSecond operations per second, more than 0
   * @param probability in (0, 1]
   * @param nodes that admit operations on the partition, 1 or more
   */
  static Pace withProbability(double perSecond, double probability, int nodes) {
    return of(perSecond, count -> probability, nodes);
  }

  /**
   * Half a second's worth of operations may come at once, divided by the number of nodes, or two.
   */
  private static Pace of(double perSecond, LongToDoubleFunction probability, int nodes) {
    double free = (perSecond * FREE_SECONDS + LEAST_BURST) / nodes;
    double burst = Math.max(LEAST_BURST, (perSecond * BURST_SECONDS + LEAST_BURST) / nodes);
    return new Pace(perSecond, probability, free, burst);
  }

  /**
   * This pace, with the probability deciding on every operation, unless more come at once than
   * chance explains.
   */
  Pace withoutFree() {
    return new Pace(perSecond, probability, -1, Math.max(LEAST_BURST_BY_CHANCE, burst));
  }

  /**
   * Whether to admit an operation.
   *
   * @param used operations that are used of the allowance, not negative
   * @param count decaying count of the partition, this operation included
   * @param random uniform in [0, 1)
   */
  boolean admits(double used, long count, double random) {
    if (used <= free) {
      return true;
    }
    return used <= burst && random < probability.applyAsDouble(count);
  }
}
