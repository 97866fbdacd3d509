package io.goodput.buckets.cassandra;

import io.goodput.buckets.StoreException;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The attempts of one request, with random pauses that grow. Belongs to one thread. */
final class Attempts {

  private static final int MOST_DOUBLINGS = 6;

  private final TimeSource time;
  private final long deadline;
  private int pauses;

  /** For this long, in milliseconds. */
  Attempts(TimeSource time, long millis) {
    this.time = time;
    this.deadline = time.monotonicNanos() + millis * Nanos.PER_MILLI;
  }

  /** Nanoseconds left, at least a millisecond. */
  long left() {
    return Math.max(Nanos.PER_MILLI, deadline - time.monotonicNanos());
  }

  /**
   * Waits before another attempt, or throws the reason for it if the time is over.
   *
   * @throws StoreException if the thread is interrupted
   */
  <E extends Exception> void pause(E reason) throws E, StoreException {
    long longest = Nanos.PER_MILLI << Math.min(pauses++, MOST_DOUBLINGS);
    long nanos = ThreadLocalRandom.current().nextLong(1, longest);
    if (time.monotonicNanos() + nanos - deadline > 0) {
      throw reason;
    }
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("The thread was interrupted.", e);
    }
  }
}
