package io.goodput.bench.coldcache;

/**
 * Lengths of the parts of a run, in seconds.
 *
 * @param rounds number of restarts, each with a new cluster
 * @param warmUp load on each cluster before the measurement
 * @param steady load while all nodes are up and warm
 * @param restart limit from the kill of the node until it serves reads again
 * @param warming load after that
 * @param window part of the load after the restart whose latency counts
 */
record RestartLengths(int rounds, int warmUp, int steady, int restart, int warming, int window) {

  /** Within five minutes, the start of the clusters included. */
  static final RestartLengths QUICK = new RestartLengths(1, 20, 20, 28, 45, 30);

  /** More and longer rounds. */
  static final RestartLengths FULL = new RestartLengths(3, 30, 60, 28, 60, 30);

  /** Default time that a node with weighted reads fills its cache before it joins. */
  private static final int FILLING = 15;

  /** Lengths for nodes that fill their caches before they join. */
  RestartLengths withFilling() {
    return new RestartLengths(rounds, warmUp, steady, restart + FILLING, warming, window);
  }

  int run() {
    return steady + restart + warming;
  }
}
