package io.goodput.lab.bench.coldcache;

/**
 * Rounds, and the lengths of their parts in seconds. The restarts of all nodes take as long as they
 * take, at most {@code restarts}; {@code after} follows the last.
 */
record RollingLengths(int rounds, int warmUp, int steady, int restarts, int after) {

  /** About six minutes, the start of the clusters included. */
  static final RollingLengths QUICK = new RollingLengths(1, 5, 8, 300, 15);

  static final RollingLengths FULL = new RollingLengths(3, 20, 30, 300, 60);

  int longest() {
    return steady + restarts + after;
  }
}
