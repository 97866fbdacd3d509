package io.goodput.bench.overload;

/**
 * Lengths of the parts of a run in seconds, and how many parts there are. The warm-up ends earlier
 * once the nodes are stable. The first {@code settle} seconds of a step do not count.
 */
record StepLengths(
    boolean firstCompiler,
    int warmUp,
    int probe,
    int maxSteps,
    int step,
    int settle,
    int moderateRounds,
    int moderate) {

  /** Within four minutes. The JVM's first compiler alone finishes early. */
  static final StepLengths QUICK = new StepLengths(true, 24, 3, 8, 5, 2, 6, 5);

  static final StepLengths FULL = new StepLengths(false, 120, 10, 10, 15, 5, 12, 15);
}
