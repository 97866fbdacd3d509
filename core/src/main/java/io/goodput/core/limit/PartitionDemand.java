package io.goodput.core.limit;

import java.util.Set;

/**
 * What one node is asked for of one partition.
 *
 * @param key the key under which that node counts the partition
 * @param perSecond operations a second that the node coordinates
 * @param reporters the nodes that have lately told this one what they are asked for
 */
public record PartitionDemand(long key, double perSecond, Set<Object> reporters) {

  /** Copies the set. */
  public PartitionDemand {
    reporters = Set.copyOf(reporters);
  }
}
