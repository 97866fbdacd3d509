package io.goodput.core.warming;

import io.goodput.core.time.Nanos;

/**
 * How many reads may fill a cache concurrently with little delay for the reads of clients: more, as
 * long as each of them takes about as long as with fewer.
 *
 * <p>Disks vary from read to read, so averages are compared: the average time at the present
 * concurrency with the lowest average at any concurrency up to it. If it is higher by at most a
 * quarter, the concurrency doubles, or grows by one once doubling has failed; if it is higher by
 * more than one half, the concurrency shrinks by one. It is at least one, so that warming ends even
 * on a disk that is never idle, and at most {@value #MAX_CONCURRENCY}. A maximum rate holds as
 * well.
 *
 * <p>Before there are clients, {@value #MAX_CONCURRENCY_ALONE} reads may run concurrently, however
 * long they take. Thread-safe.
 */
public final class WarmingPace {

  /** The highest concurrency while clients read, however fast the disk: clients come first. */
  public static final int MAX_CONCURRENCY = 12;

  /** The concurrency without clients: a deep queue keeps every kind of disk busy. */
  public static final int MAX_CONCURRENCY_ALONE = 32;

  private static final long TRY_AGAIN_NANOS = 5 * Nanos.PER_MILLI;

  /** Reads in an average. */
  private static final int ROUND = 8;

  /** Weight of the previous rounds in the moving average of rounds. */
  private static final double KEPT = 0.5;

  private static final double LONGER_TO_GROW = 1.25;
  private static final double LONGER_TO_SHRINK = 1.5;

  private final long intervalNanos;

  /** Average nanoseconds of a read by concurrency; 0 if there is none yet. */
  private final double[] nanosAt = new double[MAX_CONCURRENCY + 1];

  private boolean alone = true;

  /** When the concurrency changed, or clients arrived: reads that began before do not count. */
  private long since;

  private int concurrency = 1;
  private boolean doubles = true;
  private long nextStart;
  private boolean hasStarted;
  private long nanosInRound;
  private int inRound;

  /**
   * A pace without clients.
   *
   * @param perSecond the most reads that start within a second, 1 or more
   */
  public WarmingPace(int perSecond) {
    this.intervalNanos = Nanos.PER_SECOND / perSecond;
  }

  /** From now on, in monotonic nanoseconds, there may be clients: the concurrency starts at one. */
  public synchronized void clientsArrive(long now) {
    if (alone) {
      alone = false;
      since = now;
    }
  }

  /**
   * Asks to start a read.
   *
   * @param reader the number of the reader that asks, 0 to {@value #MAX_CONCURRENCY_ALONE} - 1
   * @param now in monotonic nanoseconds
   * @return nanoseconds to wait before asking again; 0 to start now
   */
  public synchronized long waitNanos(int reader, long now) {
    if (reader >= concurrency()) {
      return TRY_AGAIN_NANOS;
    }
    if (hasStarted && nextStart - now > 0) {
      return nextStart - now;
    }
    hasStarted = true;
    nextStart = now + intervalNanos;
    return 0;
  }

  /** Records the begin and the end of a read, in monotonic nanoseconds. */
  public synchronized void completed(long begin, long end) {
    if (alone || begin - since < 0) {
      return;
    }
    nanosInRound += end - begin;
    inRound++;
    if (inRound == ROUND) {
      int before = concurrency;
      endRound((double) nanosInRound / ROUND);
      if (concurrency != before) {
        since = end;
      }
      nanosInRound = 0;
      inRound = 0;
    }
  }

  private void endRound(double nanos) {
    double before = nanosAt[concurrency];
    nanosAt[concurrency] = before == 0 ? nanos : KEPT * before + (1 - KEPT) * nanos;
    double longer = nanosAt[concurrency] / least();
    doubles &= longer <= LONGER_TO_GROW;
    if (longer <= LONGER_TO_GROW) {
      concurrency = Math.min(MAX_CONCURRENCY, doubles ? 2 * concurrency : concurrency + 1);
    } else if (longer > LONGER_TO_SHRINK) {
      concurrency = Math.max(1, concurrency - 1);
    }
  }

  /** The lowest average at a concurrency up to the present one. */
  private double least() {
    double least = Double.POSITIVE_INFINITY;
    for (int number = 1; number <= concurrency; number++) {
      if (nanosAt[number] > 0) {
        least = Math.min(least, nanosAt[number]);
      }
    }
    return least;
  }

  /** Reads that may run concurrently now. */
  public synchronized int concurrency() {
    return alone ? MAX_CONCURRENCY_ALONE : concurrency;
  }
}
