package io.goodput.core.limit;

import java.lang.reflect.Field;

/**
 * Access to the memory behind {@link PartitionCounters}, for counts that take too long to reach.
 */
final class Entries {

  private Entries() {}

  static long[] of(PartitionCounters counters) {
    try {
      Field table = PartitionCounters.class.getDeclaredField("table");
      table.setAccessible(true);
      return (long[]) table.get(counters);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** Sets every stored count that is not zero, as if that many operations had been counted. */
  static void setCounts(PartitionCounters counters, int window, long count) {
    long[] table = of(counters);
    for (int set = 0; set < table.length; set += 4 * PartitionCounters.WAYS) {
      for (int i = set + PartitionCounters.WAYS; i < set + 2 * PartitionCounters.WAYS; i++) {
        if (table[i] != 0) {
          table[i] = ((long) window << 34) | count;
        }
      }
    }
  }
}
