package io.goodput.bench.memtable;

/** Seconds of writes that show what a node's flushes sustain, then rounds of load in seconds. */
record RoundLengths(int probe, int rounds, int seconds) {

  static final RoundLengths QUICK = new RoundLengths(12, 3, 16);
  static final RoundLengths FULL = new RoundLengths(30, 5, 60);
}
