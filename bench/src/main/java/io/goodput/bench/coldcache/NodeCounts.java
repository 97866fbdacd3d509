package io.goodput.bench.coldcache;

/**
 * What a node counts: in all since it started, or within some time.
 *
 * @param hits of its chunk cache
 * @param misses of its chunk cache
 * @param reads as a replica, its own coordinator's included
 * @param readsForOthers as a replica, for other coordinators
 * @param coordinated reads that clients asked it for
 */
record NodeCounts(long hits, long misses, long reads, long readsForOthers, long coordinated) {

  static final NodeCounts NONE = new NodeCounts(0, 0, 0, 0, 0);

  /** What has been counted since an earlier time; a node that restarted since counts from 0. */
  NodeCounts since(NodeCounts earlier) {
    return reads < earlier.reads || hits < earlier.hits
        ? this
        : new NodeCounts(
            hits - earlier.hits,
            misses - earlier.misses,
            reads - earlier.reads,
            readsForOthers - earlier.readsForOthers,
            coordinated - earlier.coordinated);
  }

  NodeCounts plus(NodeCounts other) {
    return new NodeCounts(
        hits + other.hits,
        misses + other.misses,
        reads + other.reads,
        readsForOthers + other.readsForOthers,
        coordinated + other.coordinated);
  }

  /** NaN if nothing was looked for. */
  double hitRate() {
    return hits + misses == 0 ? Double.NaN : (double) hits / (hits + misses);
  }

  /** Reads that the node coordinated and served itself. */
  long localReads() {
    return Math.max(0, reads - readsForOthers);
  }

  /** Reads that it passed on, as a coordinator of so many replicas a read. */
  long remoteReads(int replicas) {
    return Math.max(0, replicas * coordinated - localReads());
  }
}
