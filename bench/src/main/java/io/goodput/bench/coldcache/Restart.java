package io.goodput.bench.coldcache;

import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A restart under load, and what the cluster did before and after it.
 *
 * @param latency of the clients' reads
 * @param nodes what each node counted; the last one is the one that restarted
 */
record Restart(Lengths lengths, Recording latency, List<NodeHistory> nodes) {

  private static final double WARM = 0.95;

  /** Seconds that make up a figure of rates; one alone is noise. */
  static final int SMOOTH = 5;

  /** Of a steady load that do not count: the one before may still have its queues. */
  private static final int SETTLE = 3;

  Restart {
    nodes = List.copyOf(nodes);
  }

  NodeHistory restarted() {
    return nodes.get(nodes.size() - 1);
  }

  List<NodeHistory> peers() {
    return nodes.subList(0, nodes.size() - 1);
  }

  /** The second in which the node is stopped. */
  int down() {
    return lengths.steady();
  }

  /** The first second in which the restarted node serves reads again; the last if it never does. */
  int up() {
    return IntStream.range(down() + 1, latency.length() - SMOOTH)
        .filter(second -> restarted().over(second, second + 1).reads() > 0)
        .findFirst()
        .orElse(latency.length() - SMOOTH);
  }

  /** Clients' reads while all nodes were warm. */
  Summary steady() {
    return latency.over(SETTLE, down());
  }

  /** Clients' reads from the moment on at which the node was up again. */
  Summary warming() {
    return latency.over(up(), windowEnd());
  }

  /** Hit rate of the restarted node before. */
  double steadyHitRate() {
    return restarted().over(SETTLE, down()).hitRate();
  }

  /** Mean latency of the warm-up, over that before. */
  double meanOverSteady() {
    return warming().meanMillis() / steady().meanMillis();
  }

  /** The latency that 99 of 100 reads of the warm-up kept below, over that before. */
  double p99OverSteady() {
    return warming().p99Millis() / steady().p99Millis();
  }

  /** Misses a second of the restarted node over the mean of its peers', within the window. */
  double missesRatio() {
    return ratio(up(), windowEnd());
  }

  /** The same in the five seconds in which it was most. */
  double worstMissesRatio() {
    return IntStream.range(up(), windowEnd() - SMOOTH)
        .mapToDouble(second -> ratio(second, second + SMOOTH))
        .max()
        .orElse(Double.NaN);
  }

  /** Misses a second of the peers within the window, over what they had before. */
  double peersMisses() {
    return misses(peers(), up(), windowEnd()) / misses(peers(), SETTLE, down());
  }

  /** The same in the five seconds in which it was most. */
  double worstPeersMisses() {
    return IntStream.range(up(), windowEnd() - SMOOTH)
            .mapToDouble(second -> misses(peers(), second, second + SMOOTH))
            .max()
            .orElse(Double.NaN)
        / misses(peers(), SETTLE, down());
  }

  /** Seconds until five seconds begin with 95 % of the hit rate before; NaN if none did. */
  double secondsToWarm() {
    return IntStream.rangeClosed(up(), latency.length() - SMOOTH)
        .filter(
            second -> restarted().over(second, second + SMOOTH).hitRate() >= WARM * steadyHitRate())
        .mapToDouble(second -> second - up())
        .findFirst()
        .orElse(Double.NaN);
  }

  /** The same since the node was stopped: one that fills its cache first is up later. */
  double secondsFromStopToWarm() {
    return up() - down() + secondsToWarm();
  }

  /** Part of all reads of replicas that the restarted node served in the last ten seconds. */
  double finalShare() {
    int from = latency.length() - 2 * SMOOTH;
    double all = nodes.stream().mapToLong(node -> node.over(from, latency.length()).reads()).sum();
    return restarted().over(from, latency.length()).reads() / all;
  }

  private int windowEnd() {
    return Math.min(up() + lengths.window(), latency.length());
  }

  private double ratio(int from, int to) {
    return restarted().missesPerSecond(from, to) / misses(peers(), from, to);
  }

  private static double misses(List<NodeHistory> nodes, int from, int to) {
    return nodes.stream()
        .mapToDouble(node -> node.missesPerSecond(from, to))
        .average()
        .orElse(Double.NaN);
  }
}
