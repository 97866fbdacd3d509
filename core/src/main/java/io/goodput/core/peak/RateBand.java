package io.goodput.core.peak;

/**
 * What the partitions of a series did at rates from this one to the next band's.
 *
 * @param fromPerSecond the lowest rate of the band, in requests per partition and second
 * @param partitionSeconds seconds in which a partition was used at such a rate, summed over the
 *     partitions
 * @param requests in these seconds
 * @param partitions of the sample whose highest rate this is
 */
public record RateBand(int fromPerSecond, long partitionSeconds, long requests, int partitions) {}
