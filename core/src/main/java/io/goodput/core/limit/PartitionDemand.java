package io.goodput.core.limit;

/**
 * What one node is asked for of one partition.
 *
 * @param key the key under which that node counts the partition
 * @param perSecond operations a second that the node coordinates
 */
public record PartitionDemand(long key, double perSecond) {}
