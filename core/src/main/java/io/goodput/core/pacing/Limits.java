package io.goodput.core.pacing;

import java.util.List;

/**
 * All that bounds the rate of a database's writes at a moment. Immutable.
 *
 * @param engaged whether anything does
 * @param ramps of the column families whose memtables wait
 * @param byDebt bytes a second that compaction keeps up with
 */
record Limits(boolean engaged, List<Ramp> ramps, double byDebt) {

  /** Writes are not paced. */
  static final Limits NONE = of(List.of(), Double.POSITIVE_INFINITY);

  /** Engaged if there is a ramp, or a debt that bounds. */
  static Limits of(List<Ramp> ramps, double byDebt) {
    return new Limits(!ramps.isEmpty() || Double.isFinite(byDebt), ramps, byDebt);
  }

  /** Bytes a second; infinite if nothing bounds it. */
  double rate(long written, long now) {
    double rate = byDebt;
    for (int i = 0; i < ramps.size(); i++) {
      rate = Math.min(rate, ramps.get(i).rate(written, now));
    }
    return rate;
  }

  double headroom(long written) {
    double headroom = Double.POSITIVE_INFINITY;
    for (Ramp ramp : ramps) {
      headroom = Math.min(headroom, ramp.headroom(written));
    }
    return headroom;
  }
}
