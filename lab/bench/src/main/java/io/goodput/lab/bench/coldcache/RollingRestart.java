package io.goodput.lab.bench.coldcache;

import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Restarts of all nodes under load, one after the other, with the time before and after them.
 *
 * @param latency of the clients' reads
 * @param nodes what each node counted in each second; all zero while it did not answer
 * @param stops the second in which each node was stopped, in the order of the nodes
 * @param ups the second in which each node was up again; a node stops when the one before is up
 */
record RollingRestart(
    Recording latency, List<List<NodeCounts>> nodes, List<Integer> stops, List<Integer> ups) {

  /** A second is slow if its mean latency is more than this multiple of the mean before. */
  static final double SLOW = 2;

  private static final double WARM = 0.95;

  /** Seconds in one rate; a single second is noise. */
  private static final int SMOOTH = 5;

  /** First seconds of the steady load, which do not count: earlier load may have left queues. */
  private static final int SETTLE = 3;

  int firstStop() {
    return stops.get(0);
  }

  int lastUp() {
    return ups.get(ups.size() - 1);
  }

  int end() {
    return latency.length();
  }

  Summary steady() {
    return latency.over(SETTLE, firstStop());
  }

  /** From the first stop until the last node is up. */
  Summary restarting() {
    return latency.over(firstStop(), lastUp());
  }

  /** From the last node's start to the end of the run. */
  Summary after() {
    return latency.over(lastUp(), end());
  }

  double restartSeconds() {
    return lastUp() - firstStop();
  }

  /** Seconds from the first stop to the end in which reads were slow, or none was answered. */
  double slowSeconds() {
    double slow = SLOW * steady().meanMillis();
    return latency.seconds().subList(firstStop(), end()).stream()
        .filter(second -> !(second.meanMillis() <= slow))
        .count();
  }

  /** The highest mean of five seconds, relative to before. */
  double worst() {
    return IntStream.rangeClosed(firstStop(), end() - SMOOTH)
            .mapToDouble(second -> latency.over(second, second + SMOOTH).meanMillis())
            .max()
            .orElse(Double.NaN)
        / steady().meanMillis();
  }

  /** Reads from the first stop to the end without an answer within the deadline. */
  double lostReads() {
    return latency.over(firstStop(), end()).counts().entrySet().stream()
        .filter(outcome -> outcome.getKey() != Outcome.GOOD)
        .mapToLong(outcome -> outcome.getValue())
        .sum();
  }

  double steadyHitRate() {
    return all(SETTLE, firstStop()).hitRate();
  }

  /** Misses per lookup of all nodes from the first stop to the end, relative to before. */
  double missesOverSteady() {
    return (1 - all(firstStop(), end()).hitRate()) / (1 - steadyHitRate());
  }

  /**
   * Seconds from the first stop until five seconds begin in which each node has 95% of its hit rate
   * before; NaN if there are none.
   */
  double secondsToWarm() {
    return IntStream.rangeClosed(lastUp(), end() - SMOOTH)
        .filter(second -> nodes.stream().allMatch(node -> isWarm(node, second)))
        .mapToDouble(second -> second - firstStop())
        .findFirst()
        .orElse(Double.NaN);
  }

  private boolean isWarm(List<NodeCounts> node, int second) {
    return NodeCounts.over(node, second, second + SMOOTH).hitRate()
        >= WARM * NodeCounts.over(node, SETTLE, firstStop()).hitRate();
  }

  /** Reads of the last node after it is up, relative to a fair share. */
  double lastShare() {
    return (double) NodeCounts.over(nodes.get(nodes.size() - 1), lastUp(), end()).reads()
        / all(lastUp(), end()).reads()
        * nodes.size();
  }

  private NodeCounts all(int from, int to) {
    return nodes.stream()
        .map(node -> NodeCounts.over(node, from, to))
        .reduce(NodeCounts.NONE, NodeCounts::plus);
  }
}
