package io.goodput.core.pacing;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What waits for compaction, in one measure (files at level 0, or bytes), and the rate of writes
 * that holds it below a ceiling. Writes are free up to half of the ceiling; from there on the rate
 * falls with the debt, and would be zero at the ceiling. At three quarters it is the rate at which
 * the debt neither grows nor shrinks:
 *
 * <pre>bytes written / debt that they caused × debt worked off / time</pre>
 *
 * <p>over the last few compactions, since each may take minutes and works off a lot.
 *
 * <p>Not thread-safe. Times are monotonic nanoseconds.
 */
final class CompactionDebt {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double FREE_SHARE = 0.5;
  private static final int LEAST_COMPACTIONS = 3;
  private static final long LEAST_NANOS = 10_000_000_000L;

  private final double ceiling;
  private final Deque<Point> points = new ArrayDeque<>();
  private double debt;
  private double caused;
  private double workedOff;

  CompactionDebt(double ceiling, long written, long now) {
    this.ceiling = ceiling;
    points.add(new Point(now, written, 0, 0));
  }

  /**
   * The debt has changed.
   *
   * @param newDebt what it is now
   * @param done what a compaction has worked off since the last change, zero if none ended
   * @param written by the database until now, in bytes
   */
  void changed(double newDebt, double done, long written, long now) {
    caused += Math.max(0, newDebt - debt + done);
    workedOff += done;
    debt = newDebt;
    if (done > 0) {
      points.add(new Point(now, written, caused, workedOff));
      forget(now);
    }
  }

  private void forget(long now) {
    while (points.size() > LEAST_COMPACTIONS + 1) {
      Point oldest = points.remove();
      if (now - points.element().at < LEAST_NANOS) {
        points.addFirst(oldest);
        return;
      }
    }
  }

  /** Bytes a second; infinite while the debt is small. */
  double rate(long written, long now) {
    double share = debt / ceiling;
    if (share <= FREE_SHARE) {
      return Double.POSITIVE_INFINITY;
    }
    return sustained(written, now) * Math.max(0, 1 - share) / (share - FREE_SHARE);
  }

  private double sustained(long written, long now) {
    Point from = points.element();
    double perSecond = (written - from.written) * NANOS_PER_SECOND / Math.max(1, now - from.at);
    double paidPart =
        workedOff == 0 || caused == from.caused
            ? 1
            : (workedOff - from.workedOff) / (caused - from.caused);
    return perSecond * paidPart;
  }

  private record Point(long at, long written, double caused, double workedOff) {}
}
