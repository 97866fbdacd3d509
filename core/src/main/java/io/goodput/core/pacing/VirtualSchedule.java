package io.goodput.core.pacing;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Spaces writes as a rate says: each takes the next free moment and moves it on by what it costs.
 * Virtual scheduling, as in the generic cell rate algorithm of ITU-T I.371, with a rate that may
 * change from write to write.
 *
 * <p>Thread-safe and lock-free. Times are monotonic nanoseconds.
 */
final class VirtualSchedule {

  /** What was not used of the past may be caught up with; sleepers wake a little late. */
  static final long BURST_NANOS = 1_000_000;

  /** In place of a moment. */
  static final long TOO_LATE = Long.MAX_VALUE;

  private final AtomicLong free;

  VirtualSchedule(long now) {
    free = new AtomicLong(now);
  }

  /**
   * Takes the next free moment.
   *
   * @return that moment; or {@link #TOO_LATE} if it is later than {@code latest}, and nothing has
   *     been taken
   */
  long take(long now, long costNanos, long latest) {
    while (true) {
      long seen = free.get();
      long moment = Math.max(seen - now, -BURST_NANOS) + now;
      if (moment - latest > 0) {
        return TOO_LATE;
      }
      if (free.compareAndSet(seen, moment + costNanos)) {
        return moment;
      }
    }
  }

  /**
   * Gives back what is taken of the future, if that is more than so much.
   *
   * @return whether it was
   */
  boolean clear(long now, long moreThanNanos) {
    long seen;
    do {
      seen = free.get();
      if (seen - now <= moreThanNanos) {
        return false;
      }
    } while (!free.compareAndSet(seen, now));
    return true;
  }
}
