package io.goodput.core.limit;

/**
 * The limit on each partition of a series: of the reads, or of the writes, of a table. Immutable.
 *
 * @param perSecond operations to admit per partition and second, on all nodes together, 0 to 2^31-1
 * @param nodes how many nodes may admit operations on a partition at the same time, 1 or more: the
 *     number of its replicas
 * @param clusterNodes the number of nodes in the cluster, 1 or more
 * @param alone the pace of a node that does not know the demand on the other nodes yet
 */
public record Limit(long perSecond, int nodes, int clusterNodes, Pace alone) {

  /** In clusters up to this size, a node reports this fraction of the limit, or more. */
  private static final int LEAST_DIVISOR = 32;

  /**
   * A limit that nodes share.
   *
   * @param perSecond operations to admit per partition and second, on all nodes together, 0 to
   *     2^31-1
   * @param nodes how many nodes may admit operations on a partition at the same time, 1 or more
   */
  public static Limit of(long perSecond, int nodes) {
    return of(perSecond, nodes, nodes);
  }

  /** The same in a cluster with this many nodes, 1 or more. */
  public static Limit of(long perSecond, int nodes, int clusterNodes) {
    double pace = Math.max(1, perSecond);
    return new Limit(perSecond, nodes, clusterNodes, Pace.byCurve(pace, nodes));
  }

  /**
   * Whether a node's demand is worth reporting. What all nodes together leave unreported is less
   * than the limit.
   */
  boolean isWorthSharing(double perSecondDemand) {
    return perSecondDemand * Math.max(LEAST_DIVISOR, clusterNodes) >= perSecond;
  }

  /** A demand as a multiple of the limit. */
  double load(double perSecondDemand) {
    return perSecondDemand / Math.max(1, perSecond);
  }

  /** The demand in operations per second of which {@link #load} is a multiple of the limit. */
  double demand(double load) {
    return load * Math.max(1, perSecond);
  }
}
