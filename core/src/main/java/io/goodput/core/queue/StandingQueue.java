package io.goodput.core.queue;

import io.goodput.core.time.Nanos;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tells a standing queue from one that drains: after a burst, some requests wait long, but soon one
 * waits very little; under overload, none does.
 *
 * <p>A queue stands from the end of an interval in which every request waited longer than the
 * target, until the end of an interval in which most requests waited for less than half of it. A
 * few short waits do not end it: when requests that waited too long are dropped, the next ones are
 * fresh. Nor do a few long waits keep it: a server that serves all requests pauses now and then.
 *
 * <p>Thread-safe and lock-free. Times are monotonic nanoseconds.
 *
 * <p>Source: the shortest wait within an interval is the measure of CoDel (Nichols and Jacobson,
 * "Controlling Queue Delay", ACM Queue 10:5, 2012).
 */
final class StandingQueue {

  /** A constant: the division by it costs a fraction of another one's. */
  static final long INTERVAL_NANOS = 400 * Nanos.PER_MILLI;

  /** One slot for this interval and one for the last, by the lowest bit of their numbers. */
  private static final int SLOTS = 2;

  private final long start;
  private final AtomicLong current = new AtomicLong();
  private final AtomicLongArray shortest = new AtomicLongArray(SLOTS);

  /** Requests while the queue stands: those that waited for less than half of the target. */
  private final AtomicLongArray soon = new AtomicLongArray(SLOTS);

  /** Requests while the queue stands: all others. */
  private final AtomicLongArray late = new AtomicLongArray(SLOTS);

  private volatile boolean standing;

  /** A queue that is empty now. */
  StandingQueue(long now) {
    this.start = now;
    for (int slot = 0; slot < SLOTS; slot++) {
      shortest.set(slot, Long.MAX_VALUE);
    }
  }

  /**
   * Observes a request that leaves the queue.
   *
   * @param waited how long it was in the queue
   * @param target how long it may wait while the queue stands
   * @return whether the queue stands
   */
  boolean observe(long now, long waited, long target) {
    long interval = (now - start) / INTERVAL_NANOS;
    long last = current.get();
    if (interval > last && current.compareAndSet(last, interval)) {
      judge(interval, interval - last > 1, target);
    }
    int slot = slotOf(interval);
    long least = shortest.get(slot);
    while (waited < least && !shortest.compareAndSet(slot, least, waited)) {
      least = shortest.get(slot);
    }
    if (!standing) {
      return false;
    }
    (waited < target / 2 ? soon : late).incrementAndGet(slot);
    return true;
  }

  /** Judges by the interval that has just ended, and clears its slot for the next one. */
  private void judge(long interval, boolean idle, long target) {
    int ended = slotOf(interval - 1);
    long least = shortest.getAndSet(ended, Long.MAX_VALUE);
    long waitedLittle = soon.getAndSet(ended, 0);
    long waitedLong = late.getAndSet(ended, 0);
    if (idle || least == Long.MAX_VALUE) {
      standing = false;
    } else if (standing) {
      standing = waitedLong >= waitedLittle;
    } else {
      standing = least > target;
    }
  }

  private static int slotOf(long interval) {
    return (int) (interval & (SLOTS - 1));
  }

  boolean isStanding() {
    return standing;
  }
}
