package io.goodput.core.pacing;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
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

  /** What the pacer counts is less than what databases have allocated, so it flushes early. */
  private static final double EARLY_SHARE = 1.0 / 4;

  /** A flush that does not begin in this time may need more memtables. */
  private static final long BEGIN_NANOS = 20 * Nanos.PER_MILLI;

  private static final long FLUSH_NANOS = 100 * Nanos.PER_MILLI;
  private static final int GAIN = 2;
  private static final int WINDOW = 16;

  private final long limit;
  private final TimeSource time;
  private final LongAdder used = new LongAdder();
  private final VirtualSchedule schedule;
  private final AtomicLong flushTakenAt;
  private volatile double freedPerSecond = Double.POSITIVE_INFINITY;
  private volatile double freedByOne;
  private volatile long progressAt;
  private volatile Flushes flushes = Flushes.NONE;
  private volatile long changedAt;

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
    this.flushTakenAt = new AtomicLong(time.monotonicNanos() - FLUSH_NANOS);
  }

  boolean isBounded() {
    return limit != Long.MAX_VALUE;
  }

  void add(long bytes) {
    used.add(bytes);
  }

  /** Whether writes wait: only while a flush is due that will free memory. */
  boolean isTight() {
    return flushes.due() > 0 && left() < limit * TIGHT_SHARE;
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
    double rate = Math.max(Limits.LEAST_RATE, freed * Math.max(0, left()) / (limit * TIGHT_SHARE));
    return schedule.take(now, Nanos.timeFor(bytes, rate), latest);
  }

  /** As {@link VirtualSchedule#ahead}. */
  long ahead(long now) {
    return schedule.ahead(now);
  }

  /** Adds to what the databases have to flush; subtracts what is negative. */
  synchronized void flushes(Flushes more) {
    long now = time.monotonicNanos();
    busyNanos = busy(now);
    busySince = now;
    if (flushes.due() == 0) {
      progressAt = now;
    }
    changedAt = now;
    flushes = flushes.plus(more);
  }

  /**
   * Whether the caller should flush a memtable, because the memory may become full of memtables
   * that no database flushes by itself. When it is full, a flush may be too late: a database that
   * stops its writes may stop requests for flushes, too. True for one caller in a tenth of a
   * second.
   */
  boolean takeFlush() {
    Flushes now = flushes;
    if (now.waiting() == 0 || left() >= limit * EARLY_SHARE) {
      return false;
    }
    long moment = time.monotonicNanos();
    long taken = flushTakenAt.get();
    boolean begins = now.running() > 0 || moment - changedAt < BEGIN_NANOS;
    return (now.waiting() > now.due() || !begins)
        && moment - taken >= FLUSH_NANOS
        && flushTakenAt.compareAndSet(taken, moment);
  }

  /**
   * A database has reported what its memtables use.
   *
   * @param memtables that were flushed since its last report
   * @param bytes how much less the database uses than was counted; negative if more
   */
  synchronized void freed(int memtables, long bytes) {
    used.add(-bytes);
    if (memtables == 0) {
      return;
    }
    long now = time.monotonicNanos();
    long busy = busy(now);
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
  }

  private long busy(long now) {
    return busyNanos + (flushes.due() > 0 ? now - busySince : 0);
  }

  private long left() {
    return limit - used.sum();
  }

  /** Memory was freed, at a moment on a clock that stops while no flush is due. */
  private record Freed(long at, long bytes) {}
}
