package io.goodput.bench.coldcache;

/**
 * How long to measure, in seconds.
 *
 * @param rounds how often, each with new clusters
 * @param warmUp of each cluster, before anything is measured
 * @param steady with all nodes up and warm, measured
 * @param restart from the kill of a node until it serves again, at most
 * @param warming from then on
 * @param window whose latency is compared, from the moment at which the node is up again
 */
public record Lengths(int rounds, int warmUp, int steady, int restart, int warming, int window) {

  /** Within five minutes, the start of the clusters included. */
  public static Lengths quick() {
    return new Lengths(1, 12, 20, 42, 45, 30);
  }

  /** More rounds, and longer ones. */
  public static Lengths full() {
    return new Lengths(3, 30, 60, 42, 60, 30);
  }

  int run() {
    return steady + restart + warming;
  }
}
