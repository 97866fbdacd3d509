package io.goodput.lab.simulation.queue;

/**
 * How a server answered the requests of one group of clients in a {@link QueueScenario}.
 *
 * @param goodput requests per second that were answered while the client still waited
 * @param served requests per second that were answered
 * @param dropped requests per second that were dropped
 * @param medianLatency median latency of the served requests, in milliseconds; NaN if there were
 *     none
 */
public record QueueOutcome(double goodput, double served, double dropped, double medianLatency) {}
