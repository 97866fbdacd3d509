package io.goodput.core.limit;

/**
 * The limit of every partition of one series. Immutable.
 *
 * @param perSecond operations to admit per partition and second, by all nodes together, 0 to 2^31-1
 * @param nodes that may admit operations on one partition at the same time, 1 or more: its replicas
 * @param alone the pace of a node that does not know yet what the others are asked for
 */
public record Limit(long perSecond, int nodes, Pace alone) {

  /** Part of the limit from which on a node's demand is worth telling the others. */
  private static final double WORTH_SHARING = 1.0 / 32;

  /** A limit shared by so many nodes. */
  public static Limit of(long perSecond, int nodes) {
    double pace = Math.max(1, perSecond);
    return new Limit(perSecond, nodes, Pace.of(pace, Pace.BY_CURVE, nodes));
  }

  boolean isWorthSharing(double perSecondDemand) {
    return perSecondDemand >= perSecond * WORTH_SHARING;
  }
}
