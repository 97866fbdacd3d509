package io.goodput.core.pacing;

import io.goodput.core.time.Nanos;
import java.util.ArrayDeque;

/**
 * The debt that waits for compaction, in one measure (files at level 0, or bytes), and the rate of
 * writes that keeps it below a ceiling. Writes are free up to half of the ceiling. Above, the rate
 * follows {@link Slope}, by the free fraction of the other half: nearly constant in its middle,
 * because a compaction removes a lot at once, and zero at the ceiling. In the middle, the rate is
 * one and a half times the rate at which the debt stays constant:
 *
 * <pre>bytes written / debt that they caused × debt worked off / time with debt</pre>
 *
 * <p>This is measured from the end of one compaction to the end of a later one, because the debt
 * only grows in between. Time with next to no debt does not count: it does not show what compaction
 * can do.
 *
 * <p>Not thread-safe. Times are monotonic nanoseconds.
 */
final class CompactionDebt {

  private static final double FREE_SHARE = 0.5;

  /**
   * Above 1, so that the debt, and with it the size of compactions, grows to where the rate falls.
   */
  private static final double GAIN = 1.5;

  /** Fraction of the ceiling; with less debt, there may be nothing to compact. */
  private static final double NOTABLE_SHARE = 1.0 / 8;

  private static final int LEAST_COMPACTIONS = 3;
  private static final long LEAST_NANOS = 10 * Nanos.PER_SECOND;

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
   * @param newDebt the debt now
   * @param done debt that a compaction has worked off since the last change; zero if none has ended
   * @param written bytes that the database has written so far
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

  /** The debt is another one than was reported, for a reason other than writes or compaction. */
  void corrected(double actualDebt, long now) {
    busyNanos = busy(now);
    changedAt = now;
    debt = actualDebt;
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

  /** Bytes per second; infinite while the debt is small. */
  double rate(long written, long now) {
    double free = Math.max(0, 1 - debt / ceiling) / (1 - FREE_SHARE);
    return free >= 1 ? Double.POSITIVE_INFINITY : GAIN * sustained(written, now) * Slope.at(free);
  }

  private double sustained(long written, long now) {
    Point from = points.getFirst();
    Point to = points.getLast();
    if (to.caused == from.caused) {
      // No debt measured yet: the rate of the writes so far.
      return Nanos.perSecond(written - from.written, Math.max(1, busy(now) - from.busy));
    }
    return Nanos.perSecond(to.written - from.written, Math.max(1, to.busy - from.busy))
        * (to.workedOff - from.workedOff)
        / (to.caused - from.caused);
  }

  private record Point(long busy, long written, double caused, double workedOff) {}
}
