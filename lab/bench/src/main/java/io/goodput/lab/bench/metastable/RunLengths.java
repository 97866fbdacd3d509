package io.goodput.lab.bench.metastable;

/**
 * Lengths of the parts of a run in seconds, and the number of rounds. The warm-up ends earlier once
 * the nodes are stable. The first {@code settle} seconds of {@code before} do not count.
 */
record RunLengths(
    boolean firstCompiler,
    int rounds,
    int warmUp,
    int probe,
    int before,
    int settle,
    int pause,
    int after) {

  /** About eight minutes. The JVM's first compiler alone finishes early. */
  static final RunLengths QUICK = new RunLengths(true, 3, 16, 4, 7, 3, 5, 20);

  static final RunLengths FULL = new RunLengths(false, 5, 90, 8, 15, 5, 5, 40);

  /** The second at which the pause ends. */
  int end() {
    return before + pause;
  }

  int seconds() {
    return end() + after;
  }
}
