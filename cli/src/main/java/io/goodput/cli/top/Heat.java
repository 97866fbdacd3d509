package io.goodput.cli.top;

/**
 * A row of {@code goodput.heat}: what one node knows of another, or of itself. Counts are since the
 * start of the node that the row is about.
 *
 * @param readsPerSecond coordinated by the one, of partitions that the other holds
 * @param shareWanted of these reads, 0 to 1; 0 without such reads
 * @param shareGiven likewise
 */
record Heat(
    String node,
    double hitRate,
    long generation,
    long ageSeconds,
    double readsPerSecond,
    double shareWanted,
    double shareGiven,
    long localReads,
    long remoteReads,
    long replicaReads) {

  boolean isNewerThan(Heat other) {
    return generation != other.generation
        ? generation > other.generation
        : replicaReads > other.replicaReads;
  }
}
