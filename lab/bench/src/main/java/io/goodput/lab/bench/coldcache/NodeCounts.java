package io.goodput.lab.bench.coldcache;

import java.util.List;

/**
 * What a node counted, since it started or within some time.
 *
 * @param hits lookups that the chunk cache served
 * @param reads as a replica, including reads that the node coordinates itself
 * @param readsForOthers as a replica, for other coordinators
 * @param coordinated reads that clients sent to the node
 */
record NodeCounts(long hits, long misses, long reads, long readsForOthers, long coordinated) {

  static final NodeCounts NONE = new NodeCounts(0, 0, 0, 0, 0);

  /** The seconds from {@code from} to before {@code to}, or to the end. */
  static NodeCounts over(List<NodeCounts> seconds, int from, int to) {
    return seconds.subList(from, Math.min(to, seconds.size())).stream()
        .reduce(NONE, NodeCounts::plus);
  }

  /** The difference from earlier counts. Counts of a node that restarted begin at 0. */
  NodeCounts since(NodeCounts earlier) {
    return reads < earlier.reads || hits < earlier.hits ? this : plus(earlier, -1);
  }

  NodeCounts plus(NodeCounts other) {
    return plus(other, 1);
  }

  private NodeCounts plus(NodeCounts other, int sign) {
    return new NodeCounts(
        hits + sign * other.hits,
        misses + sign * other.misses,
        reads + sign * other.reads,
        readsForOthers + sign * other.readsForOthers,
        coordinated + sign * other.coordinated);
  }

  /** From 0 to 1; NaN without any lookup. */
  double hitRate() {
    return hits + misses == 0 ? Double.NaN : (double) hits / (hits + misses);
  }
}
