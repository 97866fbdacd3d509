package io.goodput.lab.simulation.yield;

/**
 * What requests and compaction got.
 *
 * @param waitingSeconds in which requests waited
 * @param waitingAloneSeconds in which they would have waited without compaction
 * @param changes of the rate of compaction
 * @param highestDebt as a share of its bound
 * @param lastDebt at the end, as a share of its bound
 */
public record YieldOutcome(
    int waitingSeconds,
    int waitingAloneSeconds,
    int changes,
    double highestDebt,
    double lastDebt) {}
