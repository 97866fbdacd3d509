package io.goodput.core.warming;

import java.util.concurrent.TimeUnit;

/**
 * How many reads that fill a cache may be under way at once, so that those of users hardly wait for
 * them: as many as take no longer than fewer do.
 *
 * <p>A disk takes another time for each read, so that one says little: averages are compared, that
 * with as many under way as now with the least of those with fewer. Up to a quarter above it, and
 * twice as many may be under way, or one more once that has failed; above one and a half times, and
 * it is one less. One always may, so that warming ends even on a disk that is never idle; never
 * more than {@value #MAX_AT_ONCE}, and never more than so many a second start.
 *
 * <p>While there are no users, {@value #MAX_ALONE} may be under way at once, however long they
 * take. Thread-safe.
 */
public final class WarmingPace {

  /** Reads under way at once, at most, however fast the disk: users come first. */
  public static final int MAX_AT_ONCE = 12;

  /**
   * Reads under way at once while there are no users: a deep queue keeps every kind of disk busy.
   */
  public static final int MAX_ALONE = 32;

  private static final long TRY_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Reads of an average. */
  private static final int ROUND = 8;

  /** How much of an average is made of the round before, and those before that. */
  private static final double KEPT = 0.5;

  private static final double LONGER_TO_GROW = 1.25;
  private static final double LONGER_TO_SHRINK = 1.5;

  private final long intervalNanos;

  /** Average time of a read by how many were under way; 0 if there were never so many. */
  private final double[] nanosAt = new double[MAX_AT_ONCE + 1];

  private boolean alone = true;

  /** Reads that began before this had another number beside them, or no users. */
  private long since;

  private int atOnce = 1;
  private boolean doubles = true;
  private long nextStart;
  private boolean hasStarted;
  private long nanosInRound;
  private int inRound;

  /**
   * A pace for as long as there are no users; afterwards it starts with one read at a time.
   *
   * @param perSecond reads that start within a second at most, 1 or more
   */
  public WarmingPace(int perSecond) {
    this.intervalNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
  }

  /** From now on, in nanoseconds of {@link System#nanoTime}, there may be users. */
  public synchronized void usersCome(long now) {
    if (alone) {
      alone = false;
      since = now;
    }
  }

  /**
   * Asks to start a read.
   *
   * @param reader who asks: one of {@value #MAX_ALONE}, from 0
   * @param now in nanoseconds of {@link System#nanoTime}
   * @return nanoseconds to wait before asking again; 0 to start now
   */
  public synchronized long waitNanos(int reader, long now) {
    if (reader >= atOnce()) {
      return TRY_AGAIN_NANOS;
    }
    if (hasStarted && nextStart - now > 0) {
      return nextStart - now;
    }
    hasStarted = true;
    nextStart = now + intervalNanos;
    return 0;
  }

  /** Takes note of a read that began and ended then, in nanoseconds of {@link System#nanoTime}. */
  public synchronized void took(long begin, long end) {
    if (alone || begin - since < 0) {
      return;
    }
    nanosInRound += end - begin;
    inRound++;
    if (inRound == ROUND) {
      int before = atOnce;
      endRound((double) nanosInRound / ROUND);
      if (atOnce != before) {
        since = end;
      }
      nanosInRound = 0;
      inRound = 0;
    }
  }

  private void endRound(double nanos) {
    double before = nanosAt[atOnce];
    nanosAt[atOnce] = before == 0 ? nanos : KEPT * before + (1 - KEPT) * nanos;
    double longer = nanosAt[atOnce] / least();
    doubles &= longer <= LONGER_TO_GROW;
    if (longer <= LONGER_TO_GROW) {
      atOnce = Math.min(MAX_AT_ONCE, doubles ? 2 * atOnce : atOnce + 1);
    } else if (longer > LONGER_TO_SHRINK) {
      atOnce = Math.max(1, atOnce - 1);
    }
  }

  private double least() {
    double least = Double.POSITIVE_INFINITY;
    for (int number = 1; number <= atOnce; number++) {
      if (nanosAt[number] > 0) {
        least = Math.min(least, nanosAt[number]);
      }
    }
    return least;
  }

  /** Reads that may be under way at once now. */
  public synchronized int atOnce() {
    return alone ? MAX_ALONE : atOnce;
  }
}
