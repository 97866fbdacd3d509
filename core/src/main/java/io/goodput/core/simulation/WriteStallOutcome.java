package io.goodput.core.simulation;

/**
 * What became of the writes.
 *
 * @param megabytesPerSecond that all databases took
 * @param slowestSecond of the mean, of any second after the first five
 * @param p99Millis that a write took, of a hundred all but one
 * @param maxMillis that a write took at most
 * @param stops how often a database had no memtable left to write to
 * @param mostMemory that a database filled, as a part of what it was given
 */
public record WriteStallOutcome(
    double megabytesPerSecond,
    double slowestSecond,
    double p99Millis,
    double maxMillis,
    int stops,
    double mostMemory) {}
