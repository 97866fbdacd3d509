package io.goodput.core.pacing;

/**
 * How writes are paced. Immutable.
 *
 * @param memtables that the writes of a column family may fill, the one that is written to
 *     included; 2 or more. The database itself should allow for two more, so that it never stops
 *     writes by itself
 * @param engagedFrom sealed memtables, waiting for their flush, from which on writes are paced; at
 *     least 1 and less than {@code memtables}
 * @param window flushes whose rates are averaged, 1 or more
 * @param levelZeroCeiling files at level 0 that writes approach and do not pass, 1 or more
 * @param debtCeiling bytes to be compacted that writes approach and do not pass, 1 or more
 */
public record PaceSettings(
    int memtables, int engagedFrom, int window, int levelZeroCeiling, long debtCeiling) {

  /** What was found best. */
  public static final PaceSettings DEFAULT = new PaceSettings(4, 1, 4, 64, 64L << 30);

  /** Checks the ranges. */
  public PaceSettings {
    require(memtables >= 2, "memtables must be 2 or more: " + memtables);
    require(
        engagedFrom >= 1 && engagedFrom < memtables,
        "engagedFrom must be 1 or more and less than memtables: " + engagedFrom);
    require(window >= 1, "window must be 1 or more: " + window);
    require(levelZeroCeiling >= 1, "levelZeroCeiling must be 1 or more: " + levelZeroCeiling);
    require(debtCeiling >= 1, "debtCeiling must be 1 or more: " + debtCeiling);
  }

  /** The same with ceilings for what waits for compaction. */
  public PaceSettings withCeilings(int levelZeroFiles, long debtBytes) {
    return new PaceSettings(memtables, engagedFrom, window, levelZeroFiles, debtBytes);
  }

  private static void require(boolean holds, String sentence) {
    if (!holds) {
      throw new IllegalArgumentException(sentence);
    }
  }
}
