package io.goodput.core.pacing;

import java.util.List;

/**
 * Everything that bounds the rate of a database's writes at a moment. Immutable.
 *
 * @param engaged whether anything bounds it
 * @param ramps of the column families whose memtables wait for a flush
 * @param byDebt bytes per second that compaction keeps up with; infinite if it does not bound
 *     writes
 */
record Limits(boolean engaged, List<Ramp> ramps, double byDebt) {

  /** Writes are not paced. */
  static final Limits NONE = of(List.of(), Double.POSITIVE_INFINITY);

  static Limits of(List<Ramp> ramps, double byDebt) {
    return new Limits(!ramps.isEmpty() || Double.isFinite(byDebt), ramps, byDebt);
  }

  /** Bytes per second; infinite if nothing bounds the rate. */
  double rate(long written, long now) {
    double rate = byDebt;
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
