package io.goodput.lab.bench.coldcache;

import java.util.List;

/** What a node counted in each second of the run; all zero while it did not answer. */
record NodeHistory(List<NodeCounts> seconds) {

  /** The seconds from {@code from} to before {@code to}, or to the end of the run. */
  NodeCounts over(int from, int to) {
    return seconds.subList(from, Math.min(to, seconds.size())).stream()
        .reduce(NodeCounts.NONE, NodeCounts::plus);
  }

  double missesPerSecond(int from, int to) {
    int end = Math.min(to, seconds.size());
    return (double) over(from, end).misses() / (end - from);
  }
}
