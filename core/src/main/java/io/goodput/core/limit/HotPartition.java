package io.goodput.core.limit;

/**
 * One of the busiest partitions.
 *
 * @param key the key under which it is counted
 * @param rate operations a second, refused ones included
 * @param refusedRate operations refused a second
 */
public record HotPartition(long key, double rate, double refusedRate) {}
