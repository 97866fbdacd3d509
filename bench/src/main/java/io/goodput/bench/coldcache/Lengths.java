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

  /** What a node whose reads are weighted takes, by default, to fill its cache before it joins. */
  private static final int FILLING = 15;

  /** Within five minutes, the start of the clusters included. */
  public static Lengths quick() {
    return new Lengths(1, 20, 20, 28, 45, 30);
  }

  /** More rounds, and longer ones. */
  public static Lengths full() {
    return new Lengths(3, 30, 60, 28, 60, 30);
  }

  /** The same for nodes that fill their caches before they join. */
  Lengths fillingBefore() {
    return new Lengths(rounds, warmUp, steady, restart + FILLING, warming, window);
  }

  int run() {
    return steady + restart + warming;
  }
}
