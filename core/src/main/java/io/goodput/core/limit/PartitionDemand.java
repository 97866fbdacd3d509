package io.goodput.core.limit;

import java.util.Set;

/**
 * The demand for one partition on one node. Immutable.
 *
 * @param key the key under which that node counts the partition
 * @param perSecond operations per second that the node coordinates
 * @param reporters the nodes that have recently reported their own demand to this one
 */
public record PartitionDemand(long key, double perSecond, Set<Object> reporters) {

  /** Copies the set. */
  public PartitionDemand {
    reporters = Set.copyOf(reporters);
  }
}
