package io.goodput.lab.bench.neighbor;

/**
 * Lengths of the parts of a run in seconds, and the number of rounds. The warm-up ends earlier once
 * the nodes are stable. The first {@code settle} seconds of a phase do not count.
 */
record PhaseLengths(int rounds, int warmUp, int probe, int alone, int shared, int settle) {

  /** About eight minutes, the start of the cluster included. */
  static final PhaseLengths QUICK = new PhaseLengths(3, 30, 3, 5, 7, 2);

  static final PhaseLengths FULL = new PhaseLengths(5, 90, 5, 15, 20, 5);
}
