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
 * @param processors how many the node may use, at least 1
 */
public record ProcessorUse(
    long ranNanos,
    long waitedNanos,
    long turns,
    long delayedNanos,
    long ownWorkNanos,
    int processors) {

  /** Nothing is known. */
  public static final ProcessorUse NONE = new ProcessorUse(0, 0, 0, 0, 0, 1);

  /**
   * With less per processor in an interval, a twentieth of what there is, requests do not make
   * anything wait.
   */
  private static final long LEAST_RUN_NANOS = 5 * Nanos.PER_MILLI;

  /**
   * Whether the node's own work has taken more of the processors than requests have: it would take
   * what rejected requests leave, too.
   */
  boolean isMostlyOwnWork() {
    return ownWorkNanos > ranNanos;
  }

  /** How long they have waited for each turn, in nanoseconds; zero if they have hardly run. */
  double waitNanos() {
    return ranNanos > processors * LEAST_RUN_NANOS && turns > 0 ? (double) waitedNanos / turns : 0;
  }
}
