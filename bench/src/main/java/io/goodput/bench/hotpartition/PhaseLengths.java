package io.goodput.bench.hotpartition;

/**
 * Lengths of the parts of a run, in seconds.
 *
 * @param rounds number of rounds that count; each has all phases
 * @param warmUp limit for warming up
 * @param alone length of the phase with only the uniform reads
 * @param attacked length of the phase with the attack
 * @param guarded length of the phase with the attack and the limit
 * @param settle first part of each phase, which does not count
 * @param cpu length of each measurement of CPU time
 */
record PhaseLengths(
    int rounds, int warmUp, int alone, int attacked, int guarded, int settle, int cpu) {

  /** Within four minutes, the start of the cluster included. */
  static final PhaseLengths QUICK = new PhaseLengths(2, 20, 8, 10, 12, 4, 5);

  /** More and longer rounds. */
  static final PhaseLengths FULL = new PhaseLengths(5, 90, 15, 15, 20, 5, 20);

  int round() {
    return alone + attacked + guarded;
  }
}
