package io.goodput.lab.bench.writestall;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Latencies of writes in nanoseconds, by the second in which they ended. The last second includes
 * later writes. Not thread-safe.
 */
record Latencies(List<Histogram> seconds) {

  private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(2);

  static Latencies of(int seconds) {
    return new Latencies(Stream.generate(Latencies::histogram).limit(seconds).toList());
  }

  void add(int second, long nanos) {
    second(second).recordValue(Math.min(nanos, HIGHEST_NANOS));
  }

  void addAll(Latencies others) {
    for (int second = 0; second < others.seconds.size(); second++) {
      second(second).add(others.seconds.get(second));
    }
  }

  private Histogram second(int number) {
    return seconds.get(Math.min(number, seconds.size() - 1));
  }

  Histogram all() {
    Histogram all = histogram();
    seconds.forEach(all::add);
    return all;
  }

  private static Histogram histogram() {
    return new Histogram(HIGHEST_NANOS, 2);
  }
}
