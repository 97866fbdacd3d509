package io.goodput.core.pacing;

/**
 * Decides which writes are made when the memory for them may fill up before flushes free some: as
 * many, evenly over the time of each flush, as there is memory for. Nobody waits.
 *
 * <p>One thread tells what the memory looks like, at least a hundred times a second; any may ask.
 * Takes no lock. Times are monotonic nanoseconds.
 */
public final class MemoryPacer {

  /** Until a flush has been seen to end. */
  static final double FIRST_FLUSH_NANOS = 10e9;

  /** Part of the memory that is not filled: writes that were admitted are still on their way. */
  static final double KEPT_FREE = 1.0 / 32;

  /** Part of the memory; less is not what writes wait for. */
  static final double NOTABLE = 1.0 / 32;

  /** Weight of the newest flush in the average. */
  private static final double NEWEST = 0.5;

  private final long bound;
  private final long notable;
  private volatile FillLine line = FillLine.NONE;

  // Of the one thread.
  private long waiting;
  private long since;
  private double nanosPerByte;
  private double flushedBytes;

  /**
   * Of a memory of so many bytes.
   *
   * @param limit more than 0
   */
  public MemoryPacer(long limit) {
    this.bound = limit - (long) (limit * KEPT_FREE);
    this.notable = (long) (limit * NOTABLE);
  }

  /**
   * Looks at the memory.
   *
   * @param used bytes in use
   * @param nowWaiting those of them that wait for the end of their flush
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

  /** Until the next memory is freed, which began when the last was. */
  private FillLine lineFrom(long used, long now) {
    double bytes = flushedBytes == 0 ? (double) waiting : Math.min((double) waiting, flushedBytes);
    double nanos = nanosPerByte == 0 ? FIRST_FLUSH_NANOS : bytes * nanosPerByte;
    double left = Math.max(nanos / 8, nanos - (now - since));
    return new FillLine(used, Math.max(0, bound - used), now, (long) Math.max(1, left));
  }

  /** Whether a write may be made, with so many bytes in use. */
  public boolean admits(long used, long now) {
    return used < line.at(now);
  }
}
