package io.goodput.bench.coldcache;

/**
 * How long to measure, in seconds.
 *
 * @param warmUp of each cluster, before anything is measured
 * @param steady with all nodes up and warm, measured
 * @param restart from the stop of a node until it serves again, at most
 * @param warming from then on
 * @param window whose latency is compared, from the moment at which the node is up again
 */
public record Lengths(int warmUp, int steady, int restart, int warming, int window) {

  /** Within five minutes, the start of the clusters included. */
  public static Lengths quick() {
    return new Lengths(12, 20, 28, 45, 30);
  }

  /** Longer steady loads, and the whole of every warm-up. */
  public static Lengths full() {
    return new Lengths(90, 60, 30, 180, 30);
  }

  int run() {
    return steady + restart + warming;
  }
}
