package io.goodput.bench.writestall;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** The latencies of writes by the second in which they ended. Not thread-safe. */
final class Latencies {

  private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final int DIGITS = 2;
  private static final double NANOS_PER_MICRO = 1e3;

  private final List<Histogram> seconds = new ArrayList<>();

  Latencies(int length) {
    for (int second = 0; second < length; second++) {
      seconds.add(histogram());
    }
  }

  /** What ends after the last second is not counted as a write, but its latency is, in the last. */
  void add(int second, long nanos) {
    seconds.get(Math.min(second, seconds.size() - 1)).recordValue(Math.min(nanos, HIGHEST_NANOS));
  }

  void addAll(Latencies others) {
    for (int second = 0; second < seconds.size(); second++) {
      seconds.get(second).add(others.seconds.get(second));
    }
  }

  /** The same in fewer seconds, the last of which has what came later too. */
  Latencies shortened(int length) {
    Latencies shorter = new Latencies(length);
    for (int second = 0; second < seconds.size(); second++) {
      shorter.seconds.get(Math.min(second, length - 1)).add(seconds.get(second));
    }
    return shorter;
  }

  int length() {
    return seconds.size();
  }

  long count(int second) {
    return seconds.get(second).getTotalCount();
  }

  double micros(int second, double percentile) {
    return seconds.get(second).getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }

  /** Of all seconds together. */
  Histogram all() {
    Histogram all = histogram();
    seconds.forEach(all::add);
    return all;
  }

  private static Histogram histogram() {
    return new Histogram(HIGHEST_NANOS, DIGITS);
  }
}
