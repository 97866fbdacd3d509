package io.goodput.bench.memtable;

/**
 * Lengths of the parts of a run.
 *
 * @param probe seconds of writes to each node that show what its flushes sustain
 * @param rounds rounds of load on each node
 * @param seconds length of a round
 */
record RoundLengths(int probe, int rounds, int seconds) {

  /** Less than four minutes, including the start of the nodes. */
  static final RoundLengths QUICK = new RoundLengths(12, 2, 16);

  /** About a dozen flushes per round. */
  static final RoundLengths FULL = new RoundLengths(30, 5, 60);
}
