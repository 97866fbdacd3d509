package io.goodput.rocksdb;

import io.goodput.core.pacing.PaceSettings;

/**
 * Limits that pacing keeps, and the listener that observes it. Immutable; each method returns a
 * changed copy.
 *
 * <pre>
 * PacingOptions.defaults().maxLevelZeroFiles(32).maxPendingCompactionBytes(16L &lt;&lt; 30)
 * </pre>
 */
public final class PacingOptions {

  private static final PaceSettings BEST = PaceSettings.DEFAULT;
  private static final PacingOptions DEFAULTS =
      new PacingOptions(
          BEST.memtables(), BEST.levelZeroCeiling(), BEST.debtCeiling(), (db, state) -> {});

  private final int memtables;
  private final int levelZeroFiles;
  private final long pendingCompactionBytes;
  private final PacingListener listener;

  private PacingOptions(
      int memtables, int levelZeroFiles, long pendingCompactionBytes, PacingListener listener) {
    this.memtables = memtables;
    this.levelZeroFiles = levelZeroFiles;
    this.pendingCompactionBytes = pendingCompactionBytes;
    this.listener = listener;
  }

  /** The values that performed best in benchmarks, and no listener. */
  public static PacingOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Sets how many memtables writes may fill in each column family, including the active one. Set
   * RocksDB's {@code max_write_buffer_number} to two more, so that RocksDB never stops writes.
   *
   * @param count 2 or more; the default is 4
   * @throws IllegalArgumentException if it is out of range
   */
  public PacingOptions memtables(int count) {
    require(count >= 2, "memtables must be 2 or more: " + count);
    return new PacingOptions(count, levelZeroFiles, pendingCompactionBytes, listener);
  }

  /**
   * Sets a ceiling for the files at level 0 of each column family. Writes slow down as they
   * approach it. Set RocksDB's {@code level0_slowdown_writes_trigger} higher than this.
   *
   * @param files 1 or more; the default is 64
   * @throws IllegalArgumentException if it is out of range
   */
  public PacingOptions maxLevelZeroFiles(int files) {
    require(files >= 1, "maxLevelZeroFiles must be 1 or more: " + files);
    return new PacingOptions(memtables, files, pendingCompactionBytes, listener);
  }

  /**
   * Sets a ceiling for RocksDB's estimate of bytes that wait for compaction. Writes slow down as
   * they approach it. Set RocksDB's {@code soft_pending_compaction_bytes_limit} higher than this.
   *
   * @param bytes 1 or more; the default is 64 GiB
   * @throws IllegalArgumentException if it is out of range
   */
  public PacingOptions maxPendingCompactionBytes(long bytes) {
    require(bytes >= 1, "maxPendingCompactionBytes must be 1 or more: " + bytes);
    return new PacingOptions(memtables, levelZeroFiles, bytes, listener);
  }

  /** Sets the listener, which replaces an earlier one. */
  public PacingOptions listener(PacingListener observer) {
    return new PacingOptions(memtables, levelZeroFiles, pendingCompactionBytes, observer);
  }

  PacingListener listener() {
    return listener;
  }

  PaceSettings settings() {
    return new PaceSettings(
        memtables, BEST.engagedFrom(), BEST.window(), levelZeroFiles, pendingCompactionBytes);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
