package io.goodput.core.pacing;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Puts writes to sleep until their turn, and counts how long they sleep. Thread-safe. */
final class DelayedWrites {

  /** How long a sleeping write may take to notice that a flush has made room. */
  static final long LONGEST_SLEEP_NANOS = 5 * Nanos.PER_MILLI;

  private final TimeSource time;
  private final Runnable whileWaiting;
  private final LongAdder nanos = new LongAdder();
  private final LongAdder writes = new LongAdder();
  private final AtomicInteger reliefs = new AtomicInteger();

  /** Runs {@code whileWaiting} on each thread that sleeps, whenever it wakes. */
  DelayedWrites(TimeSource time, Runnable whileWaiting) {
    this.time = time;
    this.whileWaiting = whileWaiting;
  }

  /**
   * Sleeps until a write's turn.
   *
   * @param waitNanos until then
   * @param reliefs of which the caller knew before it took the turn, from {@link #reliefs}
   * @param turn takes a new turn after {@link #relieve}, and returns the nanoseconds until then
   * @throws InterruptedException if the thread is interrupted; the sleep does not count
   */
  void await(long waitNanos, int reliefs, LongSupplier turn) throws InterruptedException {
    long begun = time.monotonicNanos();
    long due = begun + waitNanos;
    int seen = reliefs;
    long now = begun;
    while (due - now > 0) {
      LockSupport.parkNanos(this, Math.min(due - now, LONGEST_SLEEP_NANOS));
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      whileWaiting.run();
      now = time.monotonicNanos();
      int latest = this.reliefs.get();
      if (latest != seen) {
        seen = latest;
        due = now + Math.min(due - now, turn.getAsLong());
      }
    }
    nanos.add(now - begun);
    writes.increment();
  }

  /** Lets all writes that sleep take a new turn. */
  void relieve() {
    reliefs.incrementAndGet();
  }

  /** How often {@link #relieve} was called. */
  int reliefs() {
    return reliefs.get();
  }

  /** How long writes have slept, all together. */
  long nanos() {
    return nanos.sum();
  }

  /** How many writes have slept. */
  long count() {
    return writes.sum();
  }
}
