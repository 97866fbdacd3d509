package io.goodput.lab.bench.load;

import java.util.Map;

/**
 * Outcomes and latencies of the requests of some seconds. Latency is that of successes, late ones
 * included, in milliseconds from the intended send time; NaN if there were none.
 */
public record Summary(
    Map<Outcome, Long> counts,
    int seconds,
    double meanMillis,
    double p50Millis,
    double p99Millis,
    double p999Millis,
    double maxMillis) {

  public long count(Outcome outcome) {
    return counts.getOrDefault(outcome, 0L);
  }

  public double perSecond(Outcome outcome) {
    return (double) count(outcome) / seconds;
  }

  /** Successes per second within the deadline. */
  public double goodPerSecond() {
    return perSecond(Outcome.GOOD);
  }

  /** Requests per second that clients wanted to send, including those not sent. */
  public double offeredPerSecond() {
    return (double) counts.values().stream().mapToLong(Long::longValue).sum() / seconds;
  }

  /** Requests per second that failed: errors and timeouts, but no rejections by a limit. */
  public double failedPerSecond() {
    return perSecond(Outcome.FAILED) + perSecond(Outcome.TIMED_OUT) + perSecond(Outcome.OVERLOADED);
  }

  /** Successes per second, late ones included. */
  public double servedPerSecond() {
    return perSecond(Outcome.GOOD) + perSecond(Outcome.LATE);
  }
}
