package io.goodput.lab.bench.coldcache;

import io.goodput.lab.nodes.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Records what a node counts in each second. Not thread-safe. */
final class NodeRecorder {

  private final NodeBeans node;
  private final List<NodeCounts> seconds = new ArrayList<>();
  private NodeCounts last;

  NodeRecorder(Node node) {
    this.node = new NodeBeans(node);
    this.last = this.node.counts().orElse(NodeCounts.NONE);
  }

  /** Records for some seconds or until done, then closes the connection to the node. */
  void record(int length, BooleanSupplier isDone) {
    long start = System.nanoTime();
    try (node) {
      for (int second = 1; second <= length && !isDone.getAsBoolean(); second++) {
        long at = start + TimeUnit.SECONDS.toNanos(second);
        for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        NodeCounts now = node.counts().orElse(last);
        seconds.add(now.since(last));
        last = now;
      }
    }
  }

  NodeHistory history() {
    return new NodeHistory(List.copyOf(seconds));
  }
}
