package io.goodput.lab.bench.overload;

/**
 * Lengths of the parts of a run in seconds, and how many parts there are. The warm-up ends earlier
 * once the nodes are stable. The first {@code settle} seconds of a step do not count.
 */
record StepLengths(
    boolean firstCompiler,
    int warmUp,
    int probe,
    int rounds,
    int maxSteps,
    int step,
    int settle,
    int moderateRounds,
    int moderate) {

  /** About seven minutes. The JVM's first compiler alone finishes early. */
  static final StepLengths QUICK = new StepLengths(true, 16, 3, 3, 8, 3, 1, 3, 4);

  static final StepLengths FULL = new StepLengths(false, 120, 10, 3, 9, 12, 4, 12, 15);
}
