package io.goodput.core.limit;

/**
 * How often a partition is used.
 *
 * @param key the key under which the partition is counted, see {@link PartitionKeys}
 * @param perSecond operations per second, rejected ones included
 * @param rejectedPerSecond operations rejected per second
 */
public record PartitionRate(long key, double perSecond, double rejectedPerSecond) {}
