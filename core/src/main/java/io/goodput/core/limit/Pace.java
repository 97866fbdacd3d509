package io.goodput.core.limit;

/**
 * How one node admits the operations on one partition: its part of the partition's limit.
 * Immutable.
 *
 * @param perSecond operations a second that this node may admit, more than 0
 * @param probability of admitting an operation while the allowance is neither free nor used up, in
 *     (0, 1]; {@link #BY_CURVE} to derive it from the partition's count
 * @param costNanos what one operation uses up, in nanoseconds' worth of {@code perSecond}
 * @param freeNanos up to which use everything is admitted
 * @param burstNanos beyond which use nothing is
 */
public record Pace(
    double perSecond, double probability, long costNanos, long freeNanos, long burstNanos) {

  /** The probability is that of {@link AdmissionCurve}. */
  public static final double BY_CURVE = -1;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double BURST_SECONDS = 0.5;
  private static final double FREE_SECONDS = 0.125;

  /** Whatever the limit, so many operations may come at once. */
  private static final double LEAST_BURST = 2;

  /**
   * A pace that lets half a second's worth of it through at once, divided by the number of nodes
   * that may do so at the same time.
   *
   * @param perSecond operations a second, more than 0
   * @param probability in (0, 1], or {@link #BY_CURVE}
   * @param nodes that admit operations on the partition, 1 or more
   */
  public static Pace of(double perSecond, double probability, int nodes) {
    double cost = NANOS_PER_SECOND / perSecond;
    double free = (NANOS_PER_SECOND * FREE_SECONDS + LEAST_BURST * cost) / nodes;
    double burst = (NANOS_PER_SECOND * BURST_SECONDS + LEAST_BURST * cost) / nodes;
    return new Pace(perSecond, probability, (long) cost, (long) free, (long) burst);
  }

  /** The same, with the probability deciding on every operation. */
  Pace withoutFree() {
    return new Pace(perSecond, probability, costNanos, -1, burstNanos);
  }

  /** Whether to admit an operation of which the curve would admit {@code byCurve}. */
  boolean admits(long usedNanos, double random, double byCurve) {
    if (usedNanos <= freeNanos) {
      return true;
    }
    return usedNanos <= burstNanos && random < (probability == BY_CURVE ? byCurve : probability);
  }
}
