package io.goodput.lab.bench.hotpartition;

/**
 * Lengths of the parts of a run in seconds, and the number of rounds. The warm-up ends earlier once
 * the nodes are stable. The first {@code settle} seconds of a phase do not count.
 */
record PhaseLengths(int rounds, int warmUp, int alone, int attacked, int settle, int cpu) {

  /** About ten minutes, the start of the cluster included. */
  static final PhaseLengths QUICK = new PhaseLengths(3, 40, 7, 8, 3, 4);

  static final PhaseLengths FULL = new PhaseLengths(5, 90, 15, 20, 5, 20);
}
