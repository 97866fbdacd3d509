package io.goodput.core.pacing;

import java.util.ArrayDeque;

/**
 * What waits for compaction, in one measure (files at level 0, or bytes), and the rate of writes
 * that holds it below a ceiling. Writes are free up to half of the ceiling; from there on the rate
 * goes by what is free of the other half, as it does by the memory ({@link Slope}): even in the
 * middle, since a compaction takes away a lot at once, and zero at the ceiling. In the middle it is
 * half as much again as the rate at which the debt neither grows nor shrinks:
 *
 * <pre>bytes written / debt that they caused × debt worked off / time with debt</pre>
 *
 * <p>from the end of one compaction to the end of another, a few later: in between the debt only
 * grows. Time with next to no debt tells nothing of what compaction could do.
 *
 * <p>Not thread-safe. Times are monotonic nanoseconds.
 */
final class CompactionDebt {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double FREE_SHARE = 0.5;

  /** So that the debt, and with it what compaction does at once, grows to where the rate falls. */
  private static final double GAIN = 1.5;

  /** Of the ceiling; with less, there may be nothing to compact. */
  private static final double NOTABLE_SHARE = 1.0 / 8;

  private static final int LEAST_COMPACTIONS = 3;
  private static final long LEAST_NANOS = 10_000_000_000L;

  private final double ceiling;
  private final ArrayDeque<Point> points = new ArrayDeque<>();
  private double debt;
  private long changedAt;
  private long busyNanos;
  private double caused;
  private double workedOff;

  CompactionDebt(double ceiling, long written, long now) {
    this.ceiling = ceiling;
    changedAt = now;
    points.add(new Point(0, written, 0, 0));
  }

  /**
   * The debt has changed.
   *
   * @param newDebt what it is now
   * @param done what a compaction has worked off since the last change, zero if none ended
   * @param written by the database until now, in bytes
   */
  void changed(double newDebt, double done, long written, long now) {
    busyNanos = busy(now);
    changedAt = now;
    caused += Math.max(0, newDebt - debt + done);
    workedOff += done;
    debt = newDebt;
    if (done > 0) {
      if (busyNanos == points.getLast().busy) {
        points.clear();
      }
      points.add(new Point(busyNanos, written, caused, workedOff));
      forget();
    }
  }

  private long busy(long now) {
    return busyNanos + (debt < NOTABLE_SHARE * ceiling ? 0 : now - changedAt);
  }

  private void forget() {
    while (points.size() > LEAST_COMPACTIONS + 1) {
      Point oldest = points.remove();
      if (busyNanos - points.element().busy < LEAST_NANOS) {
        points.addFirst(oldest);
        return;
      }
    }
  }

  /** Bytes a second; infinite while the debt is small. */
  double rate(long written, long now) {
    double free = Math.max(0, 1 - debt / ceiling) / (1 - FREE_SHARE);
    return free >= 1 ? Double.POSITIVE_INFINITY : GAIN * sustained(written, now) * Slope.at(free);
  }

  private double sustained(long written, long now) {
    Point from = points.getFirst();
    Point to = points.getLast();
    if (to.caused == from.caused) {
      // Nothing to go by yet: as fast as until now.
      return (written - from.written) * NANOS_PER_SECOND / Math.max(1, busy(now) - from.busy);
    }
    return (to.written - from.written)
        * NANOS_PER_SECOND
        / Math.max(1, to.busy - from.busy)
        * (to.workedOff - from.workedOff)
        / (to.caused - from.caused);
  }

  private record Point(long busy, long written, double caused, double workedOff) {}
}
