package io.goodput.cassandra.limit;

import io.goodput.core.limit.PartitionKeys;
import java.util.BitSet;

/** The numbers by which the partitions of a limit are told from those of others. Thread-safe. */
final class SeriesNumbers {

  private final BitSet taken = new BitSet(PartitionKeys.MOST_SERIES + 1);

  /** No number is taken. */
  SeriesNumbers() {
    taken.set(0);
  }

  /** Takes a number; 0 if none is left. */
  synchronized int take() {
    int free = taken.nextClearBit(0);
    if (free > PartitionKeys.MOST_SERIES) {
      return 0;
    }
    taken.set(free);
    return free;
  }

  /**
   * Gives a number back. Counters of its partitions may still exist: they have no operations any
   * more.
   */
  synchronized void release(int number) {
    taken.set(number, number == 0);
  }
}
