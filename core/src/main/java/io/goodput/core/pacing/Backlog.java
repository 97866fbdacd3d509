package io.goodput.core.pacing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one database has yet to flush and to compact, and the limits on its writes that follow.
 *
 * <p>Not thread-safe. Times are monotonic nanoseconds; {@code written} is the number of bytes that
 * the database has written so far.
 */
final class Backlog {

  private final PaceSettings settings;
  private final Map<String, Memtables> families = new HashMap<>();
  private final CompactionDebt levelZero;
  private final CompactionDebt pending;
  private final long openedAt;
  private int flushedTogether = 1;

  /** The backlog of a database that is about to be opened: nothing. */
  Backlog(PaceSettings settings, long now) {
    this.settings = settings;
    this.levelZero = new CompactionDebt(settings.levelZeroCeiling(), 0, now);
    this.pending = new CompactionDebt(settings.debtCeiling(), 0, now);
    this.openedAt = now;
  }

  /** How many memtables of a column family must wait before its flush begins. */
  void flushTogether(int memtables) {
    flushedTogether = memtables;
  }

  /** As {@link Memtables#most}. */
  void mostMemtables(String family, int memtables) {
    memtables(family).most(memtables);
  }

  /** As {@link Memtables#sealed}. */
  void sealed(String family, long first, long written, long now) {
    memtables(family).sealed(first, written, now);
  }

  /** As {@link Memtables#flushBegun}. */
  void flushBegun(String family, long now) {
    memtables(family).flushBegun(now);
  }

  /** As {@link Memtables#noFlushDue}. */
  void noFlushDue(long since) {
    families.values().forEach(it -> it.noFlushDue(since));
  }

  /** What all column families have to flush. */
  Flushes flushes() {
    return families.values().stream().map(Memtables::flushes).reduce(Flushes.NONE, Flushes::plus);
  }

  /** As {@link Memtables#flushed}. */
  int flushed(String family, long last, long now) {
    return memtables(family).flushed(last, now);
  }

  /**
   * Forgets all memtables that wait for a flush.
   *
   * @return how many did
   */
  int reset() {
    return families.values().stream().mapToInt(Memtables::reset).sum();
  }

  /**
   * Forgets a column family.
   *
   * @return how many of its memtables waited for a flush
   */
  int forget(String family) {
    Memtables memtables = families.remove(family);
    return memtables == null ? 0 : memtables.reset();
  }

  /** The number of files at level 0 has changed, as in {@link CompactionDebt#changed}. */
  void levelZero(int files, int compacted, long written, long now) {
    levelZero.changed(files, compacted, written, now);
  }

  /** The number of files at level 0 is another one, as in {@link CompactionDebt#corrected}. */
  void correctLevelZero(int files, long now) {
    levelZero.corrected(files, now);
  }

  /** The bytes that wait for compaction have changed, as in {@link CompactionDebt#changed}. */
  void pendingCompaction(long bytes, long compacted, long written, long now) {
    pending.changed((double) bytes, (double) compacted, written, now);
  }

  Limits limits(long written, long now) {
    List<Ramp> ramps = new ArrayList<>();
    for (Memtables memtables : families.values()) {
      if (memtables.engaged()) {
        ramps.add(memtables.ramp());
      }
    }
    return Limits.of(ramps, levelZero.rate(written, now), pending.rate(written, now));
  }

  /** The bytes that wait for compaction are others, as in {@link CompactionDebt#corrected}. */
  void correctPendingCompaction(long bytes, long now) {
    pending.corrected((double) bytes, now);
  }

  private Memtables memtables(String family) {
    return families.computeIfAbsent(
        family, name -> new Memtables(settings, flushedTogether, 0, openedAt));
  }
}
