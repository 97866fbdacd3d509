package io.goodput.bench.hotpartition;

/**
 * CPU time of all nodes per request on the hot partition, in microseconds, less what the idle
 * cluster uses.
 *
 * <p>Measured with nodes that are never idle: Cassandra's threads look for work for a while before
 * they sleep, so that a request to a half idle node is charged for waiting too.
 *
 * @param accepted of a QUORUM read that is served
 * @param acceptedPerSecond reads served while it was measured
 * @param rejected of a read that is refused
 * @param rejectedPerSecond reads refused while it was measured
 */
record CpuCost(
    double accepted, double acceptedPerSecond, double rejected, double rejectedPerSecond) {}
