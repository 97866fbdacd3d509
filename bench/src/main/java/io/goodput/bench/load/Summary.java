package io.goodput.bench.load;

import java.util.Map;

/** What became of the requests of some seconds. */
public final class Summary {

  private final Map<Outcome, Long> counts;
  private final int seconds;
  private final double meanMillis;
  private final double p50Millis;
  private final double p99Millis;
  private final double p999Millis;
  private final double maxMillis;

  Summary(
      Map<Outcome, Long> counts,
      int seconds,
      double meanMillis,
      double p50Millis,
      double p99Millis,
      double p999Millis,
      double maxMillis) {
    this.counts = Map.copyOf(counts);
    this.seconds = seconds;
    this.meanMillis = meanMillis;
    this.p50Millis = p50Millis;
    this.p99Millis = p99Millis;
    this.p999Millis = p999Millis;
    this.maxMillis = maxMillis;
  }

  /** Requests with this outcome. */
  public long count(Outcome outcome) {
    return counts.getOrDefault(outcome, 0L);
  }

  /** Requests a second with this outcome. */
  public double perSecond(Outcome outcome) {
    return (double) count(outcome) / seconds;
  }

  /** Requests a second that clients wanted to send, those dropped included. */
  public double offeredPerSecond() {
    return (double) counts.values().stream().mapToLong(Long::longValue).sum() / seconds;
  }

  /** Requests a second that were sent and answered with something other than success or refusal. */
  public double failedPerSecond() {
    return perSecond(Outcome.FAILED) + perSecond(Outcome.TIMED_OUT) + perSecond(Outcome.OVERLOADED);
  }

  /** Requests a second answered with success, in time or not. */
  public double servedPerSecond() {
    return perSecond(Outcome.GOOD) + perSecond(Outcome.LATE);
  }

  /** Requests a second answered with success or with a refusal. */
  double answeredPerSecond() {
    return servedPerSecond() + perSecond(Outcome.REFUSED);
  }

  /** Mean latency of successes, from the moment they were to be sent; NaN if there were none. */
  public double meanMillis() {
    return meanMillis;
  }

  /** Median latency of successes, from the moment they were to be sent; NaN if there were none. */
  public double p50Millis() {
    return p50Millis;
  }

  /** Latency that 99 of 100 successes kept below; NaN if there were none. */
  public double p99Millis() {
    return p99Millis;
  }

  /** Latency that 999 of 1000 successes kept below; NaN if there were none. */
  public double p999Millis() {
    return p999Millis;
  }

  /** The highest latency of a success; NaN if there were none. */
  public double maxMillis() {
    return maxMillis;
  }
}
