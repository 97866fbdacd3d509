package io.goodput.core.pacing;

import io.goodput.core.time.Nanos;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Spaces writes at a rate that may change from write to write: each write takes the next free
 * moment, and moves it on by its cost.
 *
 * <p>Thread-safe and lock-free. Times are monotonic nanoseconds.
 *
 * <p>Source: virtual scheduling, the form of the generic cell rate algorithm in ITU-T I.371.
 */
final class VirtualSchedule {

  /** How much unused time writes may catch up on, since sleepers wake a little late. */
  static final long BURST_NANOS = Nanos.PER_MILLI;

  /** Returned instead of a moment. */
  static final long TOO_LATE = Long.MAX_VALUE;

  private final AtomicLong free;

  VirtualSchedule(long now) {
    free = new AtomicLong(now);
  }

  /**
   * Takes the next free moment.
   *
   * @param costNanos how far the write moves the next free moment
   * @param latest the latest acceptable moment
   * @return the moment; {@link #TOO_LATE} if it is later than {@code latest} and was not taken
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

  /** Nanoseconds until the next free moment; zero if it is now. */
  long ahead(long now) {
    return Math.max(0, free.get() - now);
  }

  /** Gives a moment back that was taken at a cost, and not used. */
  void giveBack(long costNanos) {
    free.addAndGet(-costNanos);
  }

  /**
   * Makes the next free moment now, if it is more than {@code moreThanNanos} ahead.
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
