package io.goodput.core.limit;

import io.goodput.core.time.Nanos;
import java.util.function.LongToDoubleFunction;

/**
 * The pace at which one node admits the operations on one partition: its part of the partition's
 * limit. Immutable.
 *
 * @param perSecond operations per second that this node may admit, more than 0
 * @param probability by the decaying count of the partition, the probability of admitting an
 *     operation while the {@link Allowance} is neither free nor used up, in (0, 1]
 * @param costNanos what one operation takes from the allowance, in nanoseconds at {@code perSecond}
 * @param freeNanos everything is admitted while no more than this is used; negative for never
 * @param burstNanos nothing is admitted while more than this is used
 */
public record Pace(
    double perSecond,
    LongToDoubleFunction probability,
    long costNanos,
    long freeNanos,
    long burstNanos) {

  private static final double BURST_SECONDS = 0.5;
  private static final double FREE_SECONDS = 0.125;

  /** Operations that may come at once, however low the limit. */
  private static final double LEAST_BURST = 2;

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

  /** Half a second's worth of operations may come at once, divided by the number of nodes. */
  private static Pace of(double perSecond, LongToDoubleFunction probability, int nodes) {
    double cost = Nanos.PER_SECOND / perSecond;
    double free = (Nanos.PER_SECOND * FREE_SECONDS + LEAST_BURST * cost) / nodes;
    double burst = (Nanos.PER_SECOND * BURST_SECONDS + LEAST_BURST * cost) / nodes;
    return new Pace(perSecond, probability, (long) cost, (long) free, (long) burst);
  }

  /** This pace, with the probability deciding on every operation. */
  Pace withoutFree() {
    return new Pace(perSecond, probability, costNanos, -1, burstNanos);
  }

  /**
   * Whether to admit an operation.
   *
   * @param usedNanos what is used of the allowance, not negative
   * @param count decaying count of the partition, this operation included
   * @param random uniform in [0, 1)
   */
  boolean admits(long usedNanos, long count, double random) {
    if (usedNanos <= freeNanos) {
      return true;
    }
    return usedNanos <= burstNanos && random < probability.applyAsDouble(count);
  }
}
