package io.goodput.core.pacing;

import io.goodput.core.time.TimeSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.LongAdder;

/**
 * Memory that the memtables of several databases share. Beyond seven eighths, where the databases
 * begin to flush for it, all their writes together go at twice the rate at which flushes free it,
 * and slower in a straight line with what is left.
 *
 * <p>Thread-safe; writes take no lock.
 */
public final class SharedMemory {

  /** No bound. */
  public static final SharedMemory UNBOUNDED =
      new SharedMemory(Long.MAX_VALUE, TimeSource.system());

  private static final double NANOS_PER_SECOND = 1e9;
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

  // Changed by this alone, as are those above.
  private final Deque<Freed> window = new ArrayDeque<>();
  private long busyNanos;
  private long busySince;

  /**
   * So many bytes.
   *
   * @param limit more than 0
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

  /** Whether writes are to wait: never while no flush is to come that would end it. */
  boolean isTight() {
    return waiting > 0 && left() < limit * TIGHT_SHARE;
  }

  /** As {@link VirtualSchedule#take}. */
  long take(long now, long bytes, long latest) {
    // A flush that takes long counts before it ends.
    double expected = freedByOne * NANOS_PER_SECOND / Math.max(1, now - progressAt);
    double freed = GAIN * Math.min(freedPerSecond, expected);
    double rate =
        Math.max(WritePacer.LEAST_RATE, freed * Math.max(0, left()) / (limit * TIGHT_SHARE));
    return schedule.take(now, (long) (bytes * NANOS_PER_SECOND / rate), latest);
  }

  /** A memtable waits for its flush. */
  synchronized void sealed() {
    if (waiting == 0) {
      busySince = time.monotonicNanos();
      progressAt = busySince;
    }
    waiting = waiting + 1;
  }

  /**
   * Memtables do not wait any more.
   *
   * @param memtables how many
   * @param bytes by which a database was found to use less than was thought; negative if more
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
      freedPerSecond = sum * NANOS_PER_SECOND / (busy - oldest.at);
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

  /** Memory was freed, at a moment of a clock that stands while nothing waits. */
  private record Freed(long at, long bytes) {}
}
