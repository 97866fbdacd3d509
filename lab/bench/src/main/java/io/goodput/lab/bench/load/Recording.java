package io.goodput.lab.bench.load;

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
 * Outcomes and latencies of a load by second. A request belongs to the second of its intended send
 * time. Thread-safe.
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
    Arrays.setAll(latencies, second -> new Histogram(MAX_MICROS, DIGITS));
  }

  /** Counts a request, unless its second is after the last. */
  synchronized void count(Outcome outcome, long secondIntended, long latencyNanos) {
    if (secondIntended >= latencies.length) {
      return;
    }
    int second = (int) secondIntended;
    Objects.requireNonNull(counts.get(outcome))[second]++;
    if (outcome == Outcome.GOOD || outcome == Outcome.LATE) {
      latencies[second].recordValue(
          Math.min(MAX_MICROS, TimeUnit.NANOSECONDS.toMicros(latencyNanos)));
    }
  }

  /** Keeps the first reason for a failure. */
  synchronized void explain(String reason) {
    if (failure == null) {
      failure = reason;
    }
  }

  /** Reason for the first failure; null if no request failed. */
  public synchronized @Nullable String failure() {
    return failure;
  }

  /** Remarks, and one about the first failure in these recordings, if there is one. */
  public static List<String> remarks(Stream<Recording> recordings, String... remarks) {
    Stream<String> failures =
        recordings.flatMap(recording -> Stream.ofNullable(recording.failure())).limit(1);
    return Stream.concat(Stream.of(remarks), failures.map(failure -> "First failure: " + failure))
        .toList();
  }

  /** Number of seconds. */
  public int length() {
    return latencies.length;
  }

  /** The first seconds of this recording, after its last answer. */
  public synchronized Recording first(int seconds) {
    Recording part = new Recording(seconds);
    counts.forEach((outcome, all) -> part.counts.put(outcome, Arrays.copyOf(all, seconds)));
    System.arraycopy(latencies, 0, part.latencies, 0, seconds);
    part.failure = failure;
    return part;
  }

  /** All seconds together. */
  public Summary whole() {
    return over(0, length());
  }

  /** The seconds from {@code from}, counted from 0, to before {@code to}, together. */
  public synchronized Summary over(int from, int to) {
    Map<Outcome, Long> sums = new EnumMap<>(Outcome.class);
    counts.forEach(
        (outcome, bySecond) -> sums.put(outcome, Arrays.stream(bySecond, from, to).sum()));
    Histogram latency = new Histogram(MAX_MICROS, DIGITS);
    Arrays.stream(latencies, from, to).forEach(latency::add);
    // Dividing by NaN makes every latency NaN.
    double microsPerMilli = latency.getTotalCount() == 0 ? Double.NaN : 1e3;
    return new Summary(
        Map.copyOf(sums),
        to - from,
        latency.getMean() / microsPerMilli,
        latency.getValueAtPercentile(50) / microsPerMilli,
        latency.getValueAtPercentile(99) / microsPerMilli);
  }

  /** Each second by itself. */
  public List<Summary> seconds() {
    return IntStream.range(0, length()).mapToObj(second -> over(second, second + 1)).toList();
  }
}
