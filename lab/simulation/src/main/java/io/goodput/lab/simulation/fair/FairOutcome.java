package io.goodput.lab.simulation.fair;

/**
 * What the nodes of a {@link FairScenario} have done.
 *
 * @param judged requests to be protected that were answered in time, per second
 * @param judgedRefused of them refused by fair shares, per second
 * @param judgedP99 99th percentile of the latency of the answered ones, in milliseconds
 * @param neighbor the neighbor's requests that were answered in time, per second
 * @param neighborRefused of them refused by fair shares, per second
 * @param work work that was answered in time, as a part of what the processors can do
 */
public record FairOutcome(
    double judged,
    double judgedRefused,
    double judgedP99,
    double neighbor,
    double neighborRefused,
    double work) {}
