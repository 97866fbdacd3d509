package io.goodput.bench.hotpartition;

/**
 * CPU time of all nodes per request on the hot partition, in microseconds, less what the idle
 * cluster uses.
 *
 * @param accepted of a QUORUM read that is served
 * @param rejected of one that is refused
 * @param requestsPerSecond of both, while it was measured
 */
record CpuCost(double accepted, double rejected, double requestsPerSecond) {}
