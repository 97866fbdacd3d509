package io.goodput.bench.coldcache;

import io.goodput.cluster.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Asks nodes every second for what they have counted. Not thread-safe. */
final class Histories implements AutoCloseable {

  private final List<NodeBeans> nodes;
  private final List<List<NodeCounts>> seconds = new ArrayList<>();
  private final List<NodeCounts> last = new ArrayList<>();

  Histories(List<Node> nodes) {
    this.nodes = nodes.stream().map(NodeBeans::new).toList();
    this.nodes.forEach(
        node -> {
          seconds.add(new ArrayList<>());
          last.add(node.counts().orElse(NodeCounts.NONE));
        });
  }

  /** Follows the nodes for so long. */
  void record(int length) {
    long start = System.nanoTime();
    for (int second = 1; second <= length; second++) {
      long at = start + TimeUnit.SECONDS.toNanos(second);
      for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      for (int node = 0; node < nodes.size(); node++) {
        NodeCounts before = last.get(node);
        NodeCounts now = nodes.get(node).counts().orElse(before);
        seconds.get(node).add(now.since(before));
        last.set(node, now);
      }
    }
  }

  List<NodeHistory> histories() {
    return seconds.stream().map(NodeHistory::new).toList();
  }

  @Override
  public void close() {
    nodes.forEach(NodeBeans::close);
  }
}
