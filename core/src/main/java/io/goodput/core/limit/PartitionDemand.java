package io.goodput.core.limit;

import java.util.Map;

/**
 * The demand for one partition, as one node knows it. Immutable.
 *
 * @param key the key under which that node counts the partition
 * @param perSecond operations per second that the node coordinates; 0 if not worth reporting
 * @param reported operations per second by node, as these nodes have recently reported them
 */
public record PartitionDemand(long key, double perSecond, Map<Object, Double> reported) {

  /** Copies the map. */
  public PartitionDemand {
    reported = Map.copyOf(reported);
  }

  /**
   * The demand on all nodes but one, in operations per second. A node that is no replica hears of
   * the other coordinators only this way.
   */
  public double withoutThatOf(Object node) {
    return total() - reported.getOrDefault(node, 0.0);
  }

  /** The demand on all nodes that this one knows of, in operations per second. */
  public double total() {
    double total = perSecond;
    for (double demand : reported.values()) {
      total += demand;
    }
    return total;
  }
}
