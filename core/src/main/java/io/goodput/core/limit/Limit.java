package io.goodput.core.limit;

/**
 * The limit on each partition of a series: of the reads, or of the writes, of a table. Immutable.
 *
 * @param perSecond operations to admit per partition and second, on all nodes together, 0 to 2^31-1
 * @param nodes how many nodes may admit operations on a partition at the same time, 1 or more: the
 *     number of its replicas
 * @param alone the pace of a node that does not know the demand on the other nodes yet
 */
public record Limit(long perSecond, int nodes, Pace alone) {

  /** The fraction of the limit above which a node reports its demand to the others. */
  private static final double WORTH_SHARING = 1.0 / 32;

  /**
   * A limit that nodes share.
   *
   * @param perSecond operations to admit per partition and second, on all nodes together, 0 to
   *     2^31-1
   * @param nodes how many nodes may admit operations on a partition at the same time, 1 or more
   */
  public static Limit of(long perSecond, int nodes) {
    double pace = Math.max(1, perSecond);
    return new Limit(perSecond, nodes, Pace.byCurve(pace, nodes));
  }

  boolean isWorthSharing(double perSecondDemand) {
    return perSecondDemand >= perSecond * WORTH_SHARING;
  }
}
