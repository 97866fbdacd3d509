package io.goodput.lab.simulation.fair;

/**
 * What a node has seen since the last tick.
 *
 * @param shortOfThreads whether each request has waited long for a thread
 * @param shortOfProcessors whether many threads have waited for processors
 * @param latency mean time in the server of the requests that it has answered, in milliseconds;
 *     zero if there were none
 * @param paused how long the node stood still, in intervals
 * @param nanos the time of its end
 */
record Interval(
    boolean shortOfThreads, boolean shortOfProcessors, double latency, double paused, long nanos) {}
