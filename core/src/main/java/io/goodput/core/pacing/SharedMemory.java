package io.goodput.core.pacing;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.LongAdder;

/**
 * Memory that the memtables of several databases share. Above seven eighths of it, where the
 * databases start flushes to free memory, the rate of all their writes together is proportional to
 * the memory that is left, from twice the rate at which flushes free memory down to zero.
 *
 * <p>Thread-safe; writes take no lock.
 */
public final class SharedMemory {

  /** No bound. */
  public static final SharedMemory UNBOUNDED =
      new SharedMemory(Long.MAX_VALUE, TimeSource.system());

  private static final double TIGHT_SHARE = 1.0 / 8;
  private static final int GAIN = 2;
  private static final int WINDOW = 16;

  private final long limit;
  private final TimeSource time;
  private final LongAdder used = new LongAdder();
  private final VirtualSchedule schedule;
  private volatile double freedPerSecond = Double.POSITIVE_INFINITY;
  private volatile double freedByOne;
  private volatile long progressAt;
  private volatile int waiting;

  // Guarded by this, as are writes to the volatile fields above.
  private final Deque<Freed> window = new ArrayDeque<>();
  private long busyNanos;
  private long busySince;

  /**
   * Memory that is empty.
   *
   * @param limit size in bytes, more than 0
   */
  public SharedMemory(long limit, TimeSource time) {
    this.limit = limit;
    this.time = time;
    this.schedule = new VirtualSchedule(time.monotonicNanos());
    this.freedByOne = limit * TIGHT_SHARE;
  }

  boolean isBounded() {
    return limit != Long.MAX_VALUE;
  }

  void add(long bytes) {
    used.add(bytes);
  }

  /** Whether writes wait: only while a flush is due that will free memory. */
  boolean isTight() {
    return waiting > 0 && left() < limit * TIGHT_SHARE;
  }

  /**
   * Takes the next free moment for a write.
   *
   * @return as {@link VirtualSchedule#take}
   */
  long take(long now, long bytes, long latest) {
    // A flush that takes longer than usual counts before it ends.
    double expected = Nanos.perSecond(freedByOne, Math.max(1, now - progressAt));
    double freed = GAIN * Math.min(freedPerSecond, expected);
    double rate =
        Math.max(WritePacer.LEAST_RATE, freed * Math.max(0, left()) / (limit * TIGHT_SHARE));
    return schedule.take(now, Nanos.timeFor(bytes, rate), latest);
  }

  /** A memtable was sealed, and waits for its flush. */
  synchronized void sealed() {
    if (waiting == 0) {
      busySince = time.monotonicNanos();
      progressAt = busySince;
    }
    waiting = waiting + 1;
  }

  /**
   * Memtables no longer wait, and a database has reported what its memtables use.
   *
   * @param memtables how many no longer wait
   * @param bytes how much less the database uses than was counted; negative if more
   */
  synchronized void flushed(int memtables, long bytes) {
    used.add(-bytes);
    if (memtables == 0) {
      return;
    }
    long now = time.monotonicNanos();
    long busy = busyNanos + now - busySince;
    window.add(new Freed(busy, Math.max(0, bytes)));
    if (window.size() > WINDOW) {
      window.remove();
    }
    Freed oldest = window.element();
    long sum = window.stream().mapToLong(Freed::bytes).sum() - oldest.bytes;
    if (busy > oldest.at && sum > 0) {
      freedPerSecond = Nanos.perSecond(sum, busy - oldest.at);
      freedByOne = Math.max(limit * TIGHT_SHARE, (double) sum / (window.size() - 1));
    }
    progressAt = now;
    waiting = waiting - memtables;
    if (waiting == 0) {
      busyNanos = busy;
    }
  }

  private long left() {
    return limit - used.sum();
  }

  /** Memory was freed, at a moment on a clock that stops while no memtable waits. */
  private record Freed(long at, long bytes) {}
}
