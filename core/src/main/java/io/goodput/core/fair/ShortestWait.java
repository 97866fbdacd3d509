package io.goodput.core.fair;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The shortest wait of all requests in an interval: if even that one was long, the queue stood all
 * the time. Thread-safe and lock-free.
 *
 * <p>Source: CoDel (Nichols and Jacobson, "Controlling Queue Delay", ACM Queue 10:5, 2012).
 */
final class ShortestWait {

  private static final long NONE = Long.MAX_VALUE;

  private final AtomicLong shortest = new AtomicLong(NONE);

  /** Observes a request that has waited for this many nanoseconds. */
  void observe(long waited) {
    long least = shortest.get();
    while (waited < least && !shortest.compareAndSet(least, waited)) {
      least = shortest.get();
    }
  }

  /** Ends the interval; zero if no request was observed in it. */
  long take() {
    long least = shortest.getAndSet(NONE);
    return least == NONE ? 0 : least;
  }
}
