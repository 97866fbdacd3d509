package io.goodput.bench.coldcache;

import io.goodput.cluster.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

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

  /** Follows the nodes for so long, each by itself: one that starts may take long to answer. */
  void record(int length) {
    long start = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(nodes.size());
    try {
      CompletableFuture.allOf(
              IntStream.range(0, nodes.size())
                  .mapToObj(
                      node ->
                          CompletableFuture.runAsync(() -> record(node, start, length), threads))
                  .toArray(CompletableFuture[]::new))
          .join();
    } finally {
      threads.shutdown();
    }
  }

  private void record(int node, long start, int length) {
    for (int second = 1; second <= length; second++) {
      long at = start + TimeUnit.SECONDS.toNanos(second);
      for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      NodeCounts before = last.get(node);
      NodeCounts now = nodes.get(node).counts().orElse(before);
      seconds.get(node).add(now.since(before));
      last.set(node, now);
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
