package io.goodput.bench.memtable;

/** Seconds of writes that show what a node's flushes sustain, then rounds of load in seconds. */
record RoundLengths(int probe, int rounds, int seconds) {

  /** Less than four minutes, including the start of the nodes. */
  static final RoundLengths QUICK = new RoundLengths(12, 2, 16);

  /** About a dozen flushes per round. */
  static final RoundLengths FULL = new RoundLengths(30, 5, 60);
}
