package io.goodput.lab.simulation.pacing;

/**
 * How the writes of a {@link WriteStallScenario} went.
 *
 * @param megabytesPerSecond mean throughput of all databases together, after the first five seconds
 * @param slowestSecond throughput of the slowest second after the first five, as a fraction of the
 *     mean
 * @param p99Millis 99th percentile of the time that a write took
 * @param maxMillis the longest time that a write took
 * @param stops how often a database had no memtable left to write to
 * @param peakMemory the most memory that a database used, as a fraction of what it was given
 */
public record WriteStallOutcome(
    double megabytesPerSecond,
    double slowestSecond,
    double p99Millis,
    double maxMillis,
    int stops,
    double peakMemory) {}
