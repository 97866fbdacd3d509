package io.goodput.cli.watch;

/**
 * A row of {@code goodput.heat}: what one node knows about another, or about itself. Counts start
 * when the node that the row describes starts.
 *
 * @param readsPerSecond reads per second that the first node coordinates and the second holds
 * @param shareWanted fraction of these reads that the second node should serve, 0 to 1
 * @param shareGiven fraction of these reads that the second node served, 0 to 1
 */
public record Heat(
    String node,
    double hitRate,
    long generation,
    long ageSeconds,
    double readsPerSecond,
    double shareWanted,
    double shareGiven,
    long localReads,
    long remoteReads,
    long replicaReads) {}
