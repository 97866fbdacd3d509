package io.goodput.bench.memtable;

/**
 * How long to measure.
 *
 * @param probe seconds in which each node is filled, to find out what its flushes sustain
 * @param rounds how often each node gets the load
 * @param seconds each time
 */
public record RoundLengths(int probe, int rounds, int seconds) {

  /** Within four minutes, the start of the nodes included. */
  public static RoundLengths quick() {
    return new RoundLengths(12, 2, 16);
  }

  /** Long enough for a dozen flushes a round. */
  public static RoundLengths full() {
    return new RoundLengths(30, 5, 60);
  }
}
