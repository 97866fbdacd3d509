package io.goodput.core.fair;

import io.goodput.core.time.Nanos;

/**
 * How a node's threads for requests have used processors in an interval, all of them together.
 *
 * @param ranNanos how long they have run, in nanoseconds
 * @param waitedNanos how long they have waited for a processor, in nanoseconds
 * @param turns how often a processor began to run one of them
 * @param delayedNanos how long the thread that ends intervals has waited for a processor, in
 *     nanoseconds: if it is late for that reason, the node has not paused
 * @param ownWorkNanos how long threads have run that work for no request, such as those of
 *     compactions, in nanoseconds
 */
public record ProcessorUse(
    long ranNanos, long waitedNanos, long turns, long delayedNanos, long ownWorkNanos) {

  /** Nothing is known. */
  public static final ProcessorUse NONE = new ProcessorUse(0, 0, 0, 0, 0);

  /** With less in an interval, waits are those of few. */
  private static final long LEAST_RUN_NANOS = 10 * Nanos.PER_MILLI;

  /**
   * Whether the node's own work has taken more of the processors than requests have: it would take
   * what rejected requests leave, too.
   */
  boolean isMostlyOwnWork() {
    return ownWorkNanos > ranNanos;
  }

  /** How long they have waited for each turn, in nanoseconds; zero if they have hardly run. */
  double waitNanos() {
    return ranNanos > LEAST_RUN_NANOS && turns > 0 ? (double) waitedNanos / turns : 0;
  }
}
