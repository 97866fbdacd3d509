package io.goodput.core.fair;

import io.goodput.core.time.Nanos;

/**
 * What tells a node that there is not enough for all, in an interval.
 *
 * @param shortestWaitNanos the shortest wait of a request for a thread, in nanoseconds; zero if
 *     there was no request
 * @param processorWaitNanos how long threads have waited for each turn on a processor, on average,
 *     in nanoseconds; zero if they have hardly run
 * @param isOwnWork whether the node's own work has taken most of the processors, so that waits for
 *     them are no sign of too many requests
 */
public record Signals(long shortestWaitNanos, double processorWaitNanos, boolean isOwnWork) {

  /** Nothing has waited. */
  public static final Signals NONE = new Signals(0, 0, false);

  /** How long each request of an interval has waited, at least, if the node is short of threads. */
  private static final long LONG_WAIT_NANOS = 5 * Nanos.PER_MILLI;

  /** How long threads wait for each turn, on average, if the node is short of processors. */
  private static final long LONG_PROCESSOR_WAIT_NANOS = Nanos.PER_MILLI / 2;

  /** Whether requests had to wait for threads, all the time. */
  boolean isQueueLong() {
    return shortestWaitNanos > LONG_WAIT_NANOS;
  }

  /** Whether requests had to wait, all the time, because of requests. */
  boolean areLong() {
    return isQueueLong() || (processorWaitNanos > LONG_PROCESSOR_WAIT_NANOS && !isOwnWork);
  }
}
