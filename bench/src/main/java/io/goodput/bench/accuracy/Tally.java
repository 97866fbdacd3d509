package io.goodput.bench.accuracy;

import java.util.concurrent.atomic.AtomicLongArray;

/** Events by the second in which they happened. Thread-safe. */
final class Tally {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final AtomicLongArray seconds;

  Tally(int seconds) {
    this.seconds = new AtomicLongArray(seconds);
  }

  /** Events after the last second are not counted. */
  void count(long elapsedNanos) {
    int second = (int) (elapsedNanos / NANOS_PER_SECOND);
    if (second < seconds.length()) {
      seconds.incrementAndGet(second);
    }
  }

  long in(int second) {
    return seconds.get(second);
  }

  /** Events a second, from the second {@code first} to the end. */
  double meanFrom(int first) {
    long sum = 0;
    for (int second = first; second < seconds.length(); second++) {
      sum += seconds.get(second);
    }
    return (double) sum / (seconds.length() - first);
  }
}
