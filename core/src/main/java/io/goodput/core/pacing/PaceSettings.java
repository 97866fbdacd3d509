package io.goodput.core.pacing;

/**
 * How writes are paced. Immutable.
 *
 * @param memtables how many memtables the writes of a column family may fill, the active one
 *     included; 2 or more. The database itself should allow two more, so that it never stops writes
 * @param engagedFrom how many sealed memtables wait for their flush when pacing starts; at least 1
 *     and less than {@code memtables}
 * @param window number of flushes whose rates are averaged, 1 or more
 * @param levelZeroCeiling upper bound for the number of files at level 0, 1 or more
 * @param debtCeiling upper bound for the bytes that wait for compaction, 1 or more
 */
public record PaceSettings(
    int memtables, int engagedFrom, int window, int levelZeroCeiling, long debtCeiling) {

  /** The settings that performed best in the benchmarks. */
  public static final PaceSettings DEFAULT = new PaceSettings(4, 1, 4, 64, 64L << 30);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a setting is out of its range
   */
  public PaceSettings {
    require(memtables >= 2, "memtables must be 2 or more: " + memtables);
    require(
        engagedFrom >= 1 && engagedFrom < memtables,
        "engagedFrom must be 1 or more and less than memtables: " + engagedFrom);
    require(window >= 1, "window must be 1 or more: " + window);
    require(levelZeroCeiling >= 1, "levelZeroCeiling must be 1 or more: " + levelZeroCeiling);
    require(debtCeiling >= 1, "debtCeiling must be 1 or more: " + debtCeiling);
  }

  /** These settings with other ceilings for what waits for compaction. */
  public PaceSettings withCeilings(int levelZeroFiles, long debtBytes) {
    return new PaceSettings(memtables, engagedFrom, window, levelZeroFiles, debtBytes);
  }

  private static void require(boolean holds, String sentence) {
    if (!holds) {
      throw new IllegalArgumentException(sentence);
    }
  }
}
