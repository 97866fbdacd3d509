package io.goodput.cassandra.watch;

/**
 * What the requests of a partition take of a node that coordinates them, on average over the last
 * seconds.
 *
 * @param bytesPerSecond of the values that clients read, or write
 * @param inFlight requests in flight; one counts once it has ended
 */
public record Use(double bytesPerSecond, double inFlight) {}
