package io.goodput.core.warming;

import java.util.concurrent.TimeUnit;

/**
 * How many reads that fill a cache may be under way at once, so that those of users wait for none
 * of them: as many as leave the time of a read what it is on an idle disk.
 *
 * <p>Of {@code n} reads that take {@code t} each, where one alone takes {@code t0}, {@code n (1 -
 * t0 / t)} are waiting in a queue. Less than half a read in the queue, and one more may be under
 * way; more than one, and it is one less. One always may, so that warming ends even on a disk that
 * is never idle; and never more than so many a second start. Thread-safe.
 */
public final class WarmingPace {

  /** Reads under way at once, at most. */
  public static final int MAX_AT_ONCE = 16;

  private static final long TRY_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final double SMOOTHING = 0.125;
  private static final double QUEUE_TO_GROW = 0.5;
  private static final double QUEUE_TO_SHRINK = 1;

  private final long intervalNanos;
  private int atOnce = 1;
  private long nextStart;
  private boolean hasStarted;
  private double least = Double.POSITIVE_INFINITY;
  private double mean;
  private int inRound;

  /**
   * A pace that starts with one read at a time.
   *
   * @param perSecond reads that start within a second at most, 1 or more
   */
  public WarmingPace(int perSecond) {
    this.intervalNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
  }

  /**
   * Asks to start a read.
   *
   * @param reader who asks: one of {@value #MAX_AT_ONCE}, from 0
   * @param now in nanoseconds of {@link System#nanoTime}
   * @return nanoseconds to wait before asking again; 0 to start now
   */
  public synchronized long waitNanos(int reader, long now) {
    if (reader >= atOnce) {
      return TRY_AGAIN_NANOS;
    }
    if (hasStarted && nextStart - now > 0) {
      return nextStart - now;
    }
    hasStarted = true;
    nextStart = now + intervalNanos;
    return 0;
  }

  /** Takes note of how long a read took, in nanoseconds. */
  public synchronized void took(long nanos) {
    mean = Double.isInfinite(least) ? nanos : mean + SMOOTHING * (nanos - mean);
    least = Math.min(least, (double) nanos);
    inRound++;
    if (inRound < atOnce) {
      return;
    }
    inRound = 0;
    double queued = atOnce * (1 - least / mean);
    if (queued < QUEUE_TO_GROW) {
      atOnce = Math.min(MAX_AT_ONCE, atOnce + 1);
    } else if (queued > QUEUE_TO_SHRINK) {
      atOnce = Math.max(1, atOnce - 1);
    }
  }

  /** Reads that may be under way at once now. */
  public synchronized int atOnce() {
    return atOnce;
  }
}
