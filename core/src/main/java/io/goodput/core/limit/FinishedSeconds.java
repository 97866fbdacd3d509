package io.goodput.core.limit;

import java.util.function.DoubleSupplier;

/**
 * Derives each partition's operations per second from the decaying counters. It scans them once,
 * soon after a second ends, and adds no work to requests.
 *
 * <p>At the end of a window, a count C is half of what it was at the end of the window before,
 * rounded down, h, and the operations V of the window: V = C - h. The counter of a partition that
 * has not been used since the window ended still holds C. Another one holds c = C/2 + b, with b
 * operations since. These are taken to come as often as those before: b = f V after the fraction f
 * of a window, hence V = (2c - h) / (1 + 2f). Half of an overestimate is subtracted from the next
 * second.
 *
 * <p>Looks at {@value #MOST_ENTRIES} entries at most. For one thread.
 */
final class FinishedSeconds {

  /** The most partitions to look at: more take too much time, and tell hardly more. */
  static final int MOST_ENTRIES = 1 << 18;

  private final PartitionCounters counters;

  /** By entry; empty until the first sweep, because some users never sweep. */
  private long[] keys = new long[0];

  /** By entry, the count at the end of the window that was looked at last. */
  private int[] counts = new int[0];

  private boolean hasLooked;
  private int lastWindow;

  FinishedSeconds(PartitionCounters counters) {
    this.counters = counters;
  }

  /** Whether it has not looked at the counters in this window yet. */
  boolean isDue(int window) {
    return !hasLooked || window != lastWindow;
  }

  /**
   * Looks at all counters, unless it has done so in this window. A second after which it has not
   * been called in time is left out.
   *
   * @param window the number of the current window
   * @param elapsed the fraction of it that has passed, 0 to about 1; asked for each partition that
   *     has been used in it, because the look takes time
   * @return whether it has told what a second has brought
   */
  boolean sweep(int window, DoubleSupplier elapsed, PartitionLimits.SecondVisitor second) {
    if (!isDue(window)) {
      return false;
    }
    if (!hasLooked) {
      int entries = Math.min(MOST_ENTRIES, counters.entries());
      keys = new long[entries];
      counts = new int[entries];
    }
    int windows = window - lastWindow;
    boolean isNext = hasLooked && windows == 1;
    counters.visit(
        window,
        keys.length,
        (entry, key, count, isUsed) -> {
          int before = keys[entry] == key ? counts[entry] : 0;
          long half = windows < 0 || windows >= Integer.SIZE ? 0 : before >>> windows;
          long atEnd = isUsed ? atEnd(count, half, elapsed.getAsDouble()) : count;
          keys[entry] = key;
          counts[entry] = (int) Math.min(Integer.MAX_VALUE, atEnd);
          if (isNext && atEnd > half) {
            second.visit(key, atEnd - half);
          }
        });
    hasLooked = true;
    lastWindow = window;
    return isNext;
  }

  /**
   * The count at the end of the last window.
   *
   * @param count now, with at least one operation since
   * @param half what was left of the count before it
   */
  private static long atEnd(long count, long half, double elapsed) {
    double ofWindow = Math.max(0, 2 * count - half) / (1 + 2 * elapsed);
    long since = Math.max(1, Math.round(elapsed * ofWindow));
    return Math.max(half, 2 * (count - since));
  }
}
