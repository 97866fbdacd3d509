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
    return new Lengths(1, 3, 17, 45, 35, 30);
  }

  /** More rounds. Longer ones would find another cache: see {@link ColdCache#CACHE_MIB}. */
  public static Lengths full() {
    return new Lengths(3, 3, 17, 45, 35, 30);
  }

  int run() {
    return steady + restart + warming;
  }
}
