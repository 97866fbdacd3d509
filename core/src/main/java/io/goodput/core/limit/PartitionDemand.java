package io.goodput.core.limit;

/**
 * The demand for one partition, as one node reports it to another. Immutable.
 *
 * @param key the key under which this node counts the partition; each node has its own
 * @param limit the limit of the partition
 * @param perSecond operations per second that the reporting node coordinates
 * @param others operations per second that all nodes coordinate apart from the sender and the
 *     receiver; 0 if the receiver is a replica, because it hears from each node itself
 */
public record PartitionDemand(long key, Limit limit, double perSecond, double others) {

  /** How busy the partition is: the demand that is known, as a multiple of the limit. */
  public double load() {
    return limit.load(perSecond + others);
  }
}
