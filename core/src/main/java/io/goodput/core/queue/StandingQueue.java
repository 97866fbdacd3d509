package io.goodput.core.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Tells a queue that stands from one that drains: in a burst some requests wait long, but sooner or
 * later one waits hardly at all; when more is asked for than can be served, none does.
 *
 * <p>The measure is that of CoDel (Nichols and Jacobson, "Controlling Queue Delay", ACM Queue 10:5,
 * 2012): the shortest wait within an interval. A queue stands from the end of an interval in which
 * every request waited longer than the target, until the end of one in which some request waited
 * less than half of it.
 *
 * <p>Thread-safe without locks. Times are monotonic nanoseconds.
 */
final class StandingQueue {

  private static final VarHandle INTERVAL_END;
  private static final VarHandle SHORTEST;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      INTERVAL_END = lookup.findVarHandle(StandingQueue.class, "intervalEnd", long.class);
      SHORTEST = lookup.findVarHandle(StandingQueue.class, "shortest", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long intervalNanos;
  private volatile boolean standing;
  private volatile long intervalEnd;
  private volatile long shortest = Long.MAX_VALUE;

  StandingQueue(long now, long intervalNanos) {
    this.intervalNanos = intervalNanos;
    this.intervalEnd = now + intervalNanos;
  }

  /**
   * Sees a request leave the queue.
   *
   * @param waited how long it was in the queue
   * @param target what it may wait while the queue stands
   * @return whether the queue stands
   */
  boolean observe(long now, long waited, long target) {
    long end = intervalEnd;
    if (now - end >= 0 && INTERVAL_END.compareAndSet(this, end, now + intervalNanos)) {
      long ofInterval = (long) SHORTEST.getAndSet(this, Long.MAX_VALUE);
      boolean idle = now - end > intervalNanos;
      if (idle || ofInterval < target / 2) {
        standing = false;
      } else if (ofInterval > target && ofInterval != Long.MAX_VALUE) {
        standing = true;
      }
    }
    long least = shortest;
    while (waited < least && !SHORTEST.compareAndSet(this, least, waited)) {
      least = shortest;
    }
    return standing;
  }

  boolean isStanding() {
    return standing;
  }
}
