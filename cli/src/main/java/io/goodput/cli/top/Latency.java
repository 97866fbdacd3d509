package io.goodput.cli.top;

/**
 * A row of Cassandra's coordinator latency tables.
 *
 * @param count operations since the node started
 */
record Latency(long count, double p50Ms, double p99Ms, double maxMs) {}
