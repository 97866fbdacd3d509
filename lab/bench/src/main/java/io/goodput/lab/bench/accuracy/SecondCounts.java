package io.goodput.lab.bench.accuracy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/** Counts events by the second in which they happened. Thread-safe. */
final class SecondCounts {

  private final AtomicLongArray seconds;

  SecondCounts(int seconds) {
    this.seconds = new AtomicLongArray(seconds);
  }

  /** Ignores events after the last second. */
  void count(long elapsedNanos) {
    int second = (int) TimeUnit.NANOSECONDS.toSeconds(elapsedNanos);
    if (second < seconds.length()) {
      seconds.incrementAndGet(second);
    }
  }

  long in(int second) {
    return seconds.get(second);
  }

  /** Mean events per second, from the second {@code first} to the end. */
  double meanFrom(int first) {
    return IntStream.range(first, seconds.length()).mapToLong(seconds::get).average().orElse(0);
  }
}
