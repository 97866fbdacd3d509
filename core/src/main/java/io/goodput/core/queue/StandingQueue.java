package io.goodput.core.queue;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tells a queue that stands from one that drains: in a burst some requests wait long, but sooner or
 * later one waits hardly at all; when more is asked for than can be served, none does.
 *
 * <p>The measure is that of CoDel (Nichols and Jacobson, "Controlling Queue Delay", ACM Queue 10:5,
 * 2012): the shortest wait within an interval. A queue stands from the end of an interval in which
 * every request waited longer than the target, until the end of one in which none did. One that did
 * not is no sign of the end: when those that waited too long are dropped, fresh ones are next.
 *
 * <p>Thread-safe without locks. Times are monotonic nanoseconds.
 */
final class StandingQueue {

  /** This interval and the one before it, by the last bit of their number. */
  private static final int SLOTS = 2;

  private final long start;
  private final long intervalNanos;
  private final AtomicLong current = new AtomicLong();
  private final AtomicLongArray shortest = new AtomicLongArray(SLOTS);
  private final AtomicLongArray longest = new AtomicLongArray(SLOTS);
  private volatile boolean standing;

  StandingQueue(long now, long intervalNanos) {
    this.start = now;
    this.intervalNanos = intervalNanos;
    for (int slot = 0; slot < SLOTS; slot++) {
      shortest.set(slot, Long.MAX_VALUE);
    }
  }

  /**
   * Sees a request leave the queue.
   *
   * @param waited how long it was in the queue
   * @param target what it may wait while the queue stands
   * @return whether the queue stands
   */
  boolean observe(long now, long waited, long target) {
    long interval = (now - start) / intervalNanos;
    long last = current.get();
    if (interval > last && current.compareAndSet(last, interval)) {
      judge(interval, interval - last > 1, target);
    }
    int slot = slotOf(interval);
    long least = shortest.get(slot);
    while (waited < least && !shortest.compareAndSet(slot, least, waited)) {
      least = shortest.get(slot);
    }
    long most = longest.get(slot);
    while (waited > most && !longest.compareAndSet(slot, most, waited)) {
      most = longest.get(slot);
    }
    return standing;
  }

  /** By the interval that has just ended, whose slot is the next one's. */
  private void judge(long interval, boolean idle, long target) {
    int ended = slotOf(interval - 1);
    long least = shortest.getAndSet(ended, Long.MAX_VALUE);
    long most = longest.getAndSet(ended, 0);
    if (idle || most <= target) {
      standing = false;
    } else if (least > target) {
      standing = true;
    }
  }

  private static int slotOf(long interval) {
    return (int) (interval & (SLOTS - 1));
  }

  boolean isStanding() {
    return standing;
  }
}
