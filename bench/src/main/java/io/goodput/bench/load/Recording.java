package io.goodput.bench.load;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What became of a load's requests, by the second in which they were to be sent, from the start of
 * the load. Thread-safe.
 */
public final class Recording {

  private static final long MAX_MICROS = TimeUnit.MINUTES.toMicros(2);
  private static final int DIGITS = 2;

  private final Map<Outcome, long[]> counts = new EnumMap<>(Outcome.class);
  private final Histogram[] latencies;
  private @Nullable String failure;

  Recording(int seconds) {
    for (Outcome outcome : Outcome.values()) {
      counts.put(outcome, new long[seconds]);
    }
    latencies = new Histogram[seconds];
    for (int second = 0; second < seconds; second++) {
      latencies[second] = new Histogram(MAX_MICROS, DIGITS);
    }
  }

  /** Requests after the last second are not counted. */
  synchronized void count(Outcome outcome, long secondIntended, long latencyNanos) {
    if (secondIntended >= latencies.length) {
      return;
    }
    int second = (int) secondIntended;
    countsOf(outcome)[second]++;
    if (outcome == Outcome.GOOD || outcome == Outcome.LATE) {
      latencies[second].recordValue(
          Math.min(MAX_MICROS, TimeUnit.NANOSECONDS.toMicros(latencyNanos)));
    }
  }

  synchronized void explain(String reason) {
    if (failure == null) {
      failure = reason;
    }
  }

  /** Why the first request failed that did, if one did. */
  public synchronized @Nullable String failure() {
    return failure;
  }

  /** A remark about the first failure in these recordings, if there is one. */
  public static Stream<String> firstFailure(Stream<Recording> recordings) {
    return recordings
        .map(Recording::failure)
        .filter(Objects::nonNull)
        .limit(1)
        .map(failure -> "First failure: " + failure);
  }

  /** Whole seconds recorded. */
  public int length() {
    return latencies.length;
  }

  /** The seconds from {@code from} to before {@code to}, counted from 0, in one. */
  public synchronized Summary over(int from, int to) {
    Map<Outcome, Long> sums = new EnumMap<>(Outcome.class);
    counts.forEach(
        (outcome, bySecond) -> sums.put(outcome, Arrays.stream(bySecond, from, to).sum()));
    Histogram latency = new Histogram(MAX_MICROS, DIGITS);
    for (int second = from; second < to; second++) {
      latency.add(latencies[second]);
    }
    return new Summary(
        sums,
        to - from,
        meanMillis(latency),
        millisAt(latency, 50),
        millisAt(latency, 99),
        millisAt(latency, 99.9),
        millisAt(latency, 100));
  }

  /** Each second by itself. */
  public List<Summary> seconds() {
    return IntStream.range(0, latencies.length)
        .mapToObj(second -> over(second, second + 1))
        .toList();
  }

  private long[] countsOf(Outcome outcome) {
    return Objects.requireNonNull(counts.get(outcome));
  }

  private static double meanMillis(Histogram latency) {
    return latency.getTotalCount() == 0 ? Double.NaN : latency.getMean() / 1000.0;
  }

  private static double millisAt(Histogram latency, double percentile) {
    return latency.getTotalCount() == 0
        ? Double.NaN
        : latency.getValueAtPercentile(percentile) / 1000.0;
  }
}
