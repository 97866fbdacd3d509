package io.goodput.core.pacing;

import io.goodput.core.time.Nanos;

/**
 * Decides which writes to make when the memory for them may fill up before a flush frees some of
 * it: as many as the memory allows, spread evenly over the time of each flush. No write waits.
 *
 * <p>One thread reports the state of the memory, at least a hundred times per second; any thread
 * may ask. Lock-free. Times are monotonic nanoseconds.
 */
public final class MemoryPacer {

  /** The expected duration of the first flush, in nanoseconds. */
  private static final double FIRST_FLUSH_NANOS = 10.0 * Nanos.PER_SECOND;

  /** Fraction of the memory that stays free for writes that were admitted and are on their way. */
  private static final double KEPT_FREE = 1.0 / 32;

  /** Fraction of the memory; a flush of less is ignored. */
  private static final double NOTABLE = 1.0 / 32;

  /** Weight of the newest flush in the moving average. */
  private static final double NEWEST = 0.5;

  private final long bound;
  private final long notable;
  private volatile FillLine line = FillLine.NONE;

  // Used by the reporting thread alone.
  private long waiting;
  private long since;
  private double nanosPerByte;
  private double flushedBytes;

  /**
   * A pacer for an empty memory.
   *
   * @param limit size of the memory in bytes, more than 0
   */
  public MemoryPacer(long limit) {
    this.bound = limit - (long) (limit * KEPT_FREE);
    this.notable = (long) (limit * NOTABLE);
  }

  /**
   * Reports the state of the memory.
   *
   * @param used bytes in use
   * @param nowWaiting bytes among them that wait for the end of their flush
   */
  public void observe(long used, long nowWaiting, long now) {
    long more = nowWaiting - waiting;
    if (Math.abs(more) <= notable && nowWaiting > notable) {
      return;
    }
    if (waiting <= notable && nowWaiting <= notable) {
      return;
    }
    boolean ended = more < 0;
    if (ended) {
      learn(-more, now - since);
    }
    if (ended || waiting <= notable) {
      since = now;
    }
    waiting = nowWaiting;
    line = waiting <= notable ? FillLine.NONE : lineFrom(used, now);
  }

  private void learn(long bytes, long nanos) {
    double sample = Math.max(1, nanos) / (double) bytes;
    nanosPerByte = nanosPerByte == 0 ? sample : nanosPerByte + NEWEST * (sample - nanosPerByte);
    flushedBytes = bytes;
  }

  /**
   * The line until the next flush frees memory; that flush started when the previous one ended, or
   * when its memory was sealed.
   */
  private FillLine lineFrom(long used, long now) {
    double bytes = flushedBytes == 0 ? (double) waiting : Math.min((double) waiting, flushedBytes);
    double nanos = nanosPerByte == 0 ? FIRST_FLUSH_NANOS : bytes * nanosPerByte;
    double left = Math.max(nanos / 8, nanos - (now - since));
    return new FillLine(used, Math.max(0, bound - used), now, (long) Math.max(1, left));
  }

  /** Whether writes are bounded, because memory waits for the end of its flush. */
  public boolean isPacing() {
    return !line.equals(FillLine.NONE);
  }

  /**
   * The expected time until a flush frees memory, in nanoseconds; 0 if none is under way, or if it
   * takes longer than expected.
   */
  public long untilFlushed(long now) {
    return line.untilEnd(now);
  }

  /** Whether to make a write while {@code used} bytes are in use. */
  public boolean admits(long used, long now) {
    return used < line.at(now);
  }
}
