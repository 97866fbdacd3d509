package io.goodput.core.pacing;

import java.util.List;

/**
 * Everything that bounds the rate of a database's writes at a moment. Immutable.
 *
 * @param engaged whether anything bounds it
 * @param ramps of the column families whose memtables wait for a flush
 * @param byLevelZero bytes per second with which compaction keeps up by the files at level 0;
 *     infinite if they do not bound writes
 * @param byPending the same, by the bytes that wait for compaction
 */
record Limits(boolean engaged, List<Ramp> ramps, double byLevelZero, double byPending) {

  /** The lowest rate of writes, in bytes per second, however slow the flushes are. */
  static final double LEAST_RATE = 64 * 1024;

  /** Writes are not paced. */
  static final Limits NONE = of(List.of(), Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  static Limits of(List<Ramp> ramps, double byLevelZero, double byPending) {
    boolean engaged = !ramps.isEmpty() || Double.isFinite(Math.min(byLevelZero, byPending));
    return new Limits(engaged, ramps, byLevelZero, byPending);
  }

  /** Bytes per second; infinite if nothing bounds the rate. */
  double rate(long written, long now) {
    return Math.min(Math.min(byLevelZero, byPending), byRamps(written, now));
  }

  /** As {@link #rate}, but no less than the lowest rate of writes. */
  double pacedRate(long written, long now) {
    return Math.max(LEAST_RATE, rate(written, now));
  }

  /** What bounds the rate most. */
  PaceCause cause(long written, long now) {
    double rate = rate(written, now);
    if (!engaged || rate == Double.POSITIVE_INFINITY) {
      return PaceCause.NOTHING;
    }
    if (rate == byLevelZero) {
      return PaceCause.LEVEL_ZERO;
    }
    return rate == byPending ? PaceCause.PENDING_COMPACTION : PaceCause.MEMTABLES;
  }

  private double byRamps(long written, long now) {
    double rate = Double.POSITIVE_INFINITY;
    for (int i = 0; i < ramps.size(); i++) {
      rate = Math.min(rate, ramps.get(i).rate(written, now));
    }
    return rate;
  }

  /** Bytes that may still be written; infinite if no memtable waits for a flush. */
  double headroom(long written) {
    double headroom = Double.POSITIVE_INFINITY;
    for (Ramp ramp : ramps) {
      headroom = Math.min(headroom, ramp.headroom(written));
    }
    return headroom;
  }
}
