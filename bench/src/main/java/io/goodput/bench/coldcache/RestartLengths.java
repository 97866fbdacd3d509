package io.goodput.bench.coldcache;

/**
 * Rounds, and the lengths of their parts in seconds.
 *
 * @param restart limit from the kill of the node until it serves reads again
 * @param warming load after that
 * @param window part of {@code warming} whose latency counts
 */
record RestartLengths(int rounds, int warmUp, int steady, int restart, int warming, int window) {

  /** Within five minutes, the start of the clusters included. */
  static final RestartLengths QUICK = new RestartLengths(1, 20, 20, 28, 45, 30);

  /** More and longer rounds. */
  static final RestartLengths FULL = new RestartLengths(3, 30, 60, 28, 60, 30);

  /** A node with weighted reads fills its cache for this time before it joins, by default. */
  private static final int FILLING = 15;

  RestartLengths withFilling() {
    return new RestartLengths(rounds, warmUp, steady, restart + FILLING, warming, window);
  }

  int run() {
    return steady + restart + warming;
  }
}
