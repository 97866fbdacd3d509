package io.goodput.core.fair;

import io.goodput.core.time.Nanos;

/**
 * What tells a node that there is not enough for all, in an interval.
 *
 * @param shortestWaitNanos the shortest wait of a request for a thread, in nanoseconds; zero if
 *     there was no request
 * @param processorWaits how long threads have waited for a processor, as a multiple of how long
 *     they have run; zero if they have hardly run
 */
public record Signals(long shortestWaitNanos, double processorWaits) {

  /** Nothing has waited. */
  public static final Signals NONE = new Signals(0, 0);

  /** How long each request of an interval has waited, at least, if the node is short of threads. */
  private static final long LONG_WAIT_NANOS = 5 * Nanos.PER_MILLI;

  /**
   * How long threads wait for each nanosecond on a processor, at least, if the node is short of
   * processors.
   */
  private static final int LONG_LINE = 3;

  /** Whether requests had to wait, all the time. */
  boolean areLong() {
    return shortestWaitNanos > LONG_WAIT_NANOS || processorWaits > LONG_LINE;
  }
}
