package io.goodput.buckets;

import io.goodput.buckets.lease.ManualThreads;
import io.goodput.buckets.lease.ManualTimer;
import io.goodput.buckets.store.Workers;
import io.goodput.core.time.TimeSource;
import java.time.Duration;

/**
 * A clock that stands still until a test moves it, for buckets in memory.
 *
 * <pre>
 * ManualClock clock = new ManualClock();
 * TokenBuckets buckets = TokenBuckets.inMemory().clock(clock).open();
 * TokenBucket bucket = buckets.bucket("a", Limit.of(1).per(Duration.ofMinutes(1)));
 * assertTrue(bucket.tryAcquire().admitted());
 * assertFalse(bucket.tryAcquire().admitted());
 * clock.advance(Duration.ofMinutes(1));
 * assertTrue(bucket.tryAcquire().admitted());
 * </pre>
 *
 * <p>A call that waits for tokens gets its answer when the clock has moved far enough. A call that
 * blocks needs another thread that moves the clock. Thread-safe; several {@link TokenBuckets} may
 * share a clock.
 */
public final class ManualClock {

  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final ManualTimer timer = new ManualTimer();

  /** A clock that has not moved. */
  public ManualClock() {}

  /**
   * Moves the clock, and answers the callers whose tokens flow in or whose timeouts end meanwhile.
   * Returns when they have their answers, and actions that depend on these have ended or have taken
   * a second.
   *
   * @param passed 0 to 36500 days
   * @throws IllegalArgumentException if it is out of range
   */
  public void advance(Duration passed) {
    if (passed.isNegative() || passed.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "A clock cannot move by %s: choose 0 to 36500 days.".formatted(passed));
    }
    timer.advance(passed.toNanos());
  }

  TimeSource time() {
    return timer;
  }

  Workers workers(int threads) {
    return new ManualThreads(threads, timer);
  }
}
