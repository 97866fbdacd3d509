package io.goodput.bench.overload;

/**
 * Lengths of the parts of a run, in seconds.
 *
 * @param firstCompiler whether the nodes use only the JVM's first compiler, which finishes early
 * @param warmUp limit for warming up each cluster
 * @param probe length of finding out what a cluster can serve
 * @param maxSteps limit for the number of steps
 * @param step length of a step on each cluster
 * @param settle first part of a step, which does not count
 * @param moderateRounds rounds of moderate load on both clusters at once
 * @param moderate length of such a round
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

  /** Within four minutes, the start of the nodes included. */
  static final StepLengths QUICK = new StepLengths(true, 24, 3, 8, 5, 2, 6, 5);

  /** Both compilers, and longer steps. */
  static final StepLengths FULL = new StepLengths(false, 120, 10, 10, 15, 5, 12, 15);
}
