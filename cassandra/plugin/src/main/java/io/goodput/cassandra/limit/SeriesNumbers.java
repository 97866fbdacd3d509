package io.goodput.cassandra.limit;

import io.goodput.core.limit.PartitionKeys;
import java.util.BitSet;

/** The numbers by which the partitions of a limit are told from those of others. Thread-safe. */
final class SeriesNumbers {

  private final BitSet taken = new BitSet(PartitionKeys.MOST_SERIES + 1);
  private int last;

  /** No number is taken. */
  SeriesNumbers() {
    taken.set(0);
  }

  /**
   * Takes a number; 0 if none is left. A number that was given back is taken last: its partitions
   * may still be counted for a while.
   */
  synchronized int take() {
    int next = taken.nextClearBit(last + 1);
    int free = next > PartitionKeys.MOST_SERIES ? taken.nextClearBit(0) : next;
    if (free > PartitionKeys.MOST_SERIES) {
      return 0;
    }
    taken.set(free);
    last = free;
    return free;
  }

  /** Gives a number back. */
  synchronized void release(int number) {
    taken.set(number, number == 0);
  }
}
