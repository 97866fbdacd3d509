package io.goodput.lab.bench.load;

import java.util.Map;
import java.util.stream.Stream;

/**
 * Outcomes and latencies of the requests of some seconds. Latency is that of successes, late ones
 * included, in milliseconds from the intended send time; NaN if there were none.
 */
public record Summary(
    Map<Outcome, Long> counts, int seconds, double meanMillis, double p50Millis, double p99Millis) {

  public long count(Outcome outcome) {
    return counts.getOrDefault(outcome, 0L);
  }

  /** Requests per second that had one of these outcomes. */
  public double perSecond(Outcome... outcomes) {
    return (double) Stream.of(outcomes).mapToLong(this::count).sum() / seconds;
  }

  /** Successes per second within the deadline. */
  public double goodPerSecond() {
    return perSecond(Outcome.GOOD);
  }

  /** Requests per second that clients wanted to send, including those not sent. */
  public double offeredPerSecond() {
    return perSecond(Outcome.values());
  }

  /** Requests per second that failed: errors and timeouts, but no rejections by a limit. */
  public double failedPerSecond() {
    return perSecond(Outcome.FAILED, Outcome.TIMED_OUT, Outcome.OVERLOADED);
  }

  /** Successes per second, late ones included. */
  public double servedPerSecond() {
    return perSecond(Outcome.GOOD, Outcome.LATE);
  }
}
