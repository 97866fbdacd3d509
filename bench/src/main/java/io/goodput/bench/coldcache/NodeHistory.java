package io.goodput.bench.coldcache;

import java.util.List;

/**
 * What a node counted, second by second.
 *
 * @param seconds from the start of the run; of those in which it could not be asked, nothing
 */
record NodeHistory(List<NodeCounts> seconds) {

  NodeHistory {
    seconds = List.copyOf(seconds);
  }

  /** From {@code from} to before {@code to}, or the end of the run if that is earlier. */
  NodeCounts over(int from, int to) {
    return seconds.subList(Math.max(0, from), Math.min(to, seconds.size())).stream()
        .reduce(NodeCounts.NONE, NodeCounts::plus);
  }

  double missesPerSecond(int from, int to) {
    int end = Math.min(to, seconds.size());
    return (double) over(from, end).misses() / (end - from);
  }
}
