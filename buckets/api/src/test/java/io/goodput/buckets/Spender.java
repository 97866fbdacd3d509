package io.goodput.buckets;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A thread that takes tokens as fast as it can, and records its slowest call. */
public final class Spender implements AutoCloseable {

  private final long begin = System.nanoTime();
  private final Thread thread;
  private volatile boolean ends;
  private volatile long spent;
  private volatile long longest;

  public Spender(TokenBucket bucket) {
    thread = new Thread(() -> spend(bucket), "spender");
    thread.start();
  }

  public long spent() {
    return spent;
  }

  public Duration longest() {
    return Duration.ofNanos(longest);
  }

  /** Checks all spending since the start. */
  public void assertNeverMoreThan(long perSecond, long burst) {
    long seen = spent;
    double seconds = (System.nanoTime() - begin) / 1e9;
    assertThat(seen).isLessThanOrEqualTo((long) (burst + perSecond * seconds));
  }

  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void spend(TokenBucket bucket) {
    while (!ends) {
      long before = System.nanoTime();
      boolean acquired = bucket.tryAcquire().admitted();
      longest = Math.max(longest, System.nanoTime() - before);
      if (acquired) {
        spent++;
      } else {
        LockSupport.parkNanos(50_000);
      }
    }
  }

  @Override
  public void close() {
    ends = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
