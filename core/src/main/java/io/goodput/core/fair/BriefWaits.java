package io.goodput.core.fair;

import io.goodput.core.time.TimeSource;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets a few threads at a time wait a little before they try again. All others go on at once, so
 * that waits never use up the threads. Thread-safe and lock-free.
 */
public final class BriefWaits {

  private final TimeSource time;
  private final Semaphore places;

  /**
   * No thread waits yet.
   *
   * @param most threads that wait at the same time, not negative
   */
  public BriefWaits(TimeSource time, int most) {
    this.time = time;
    this.places = new Semaphore(most);
  }

  /**
   * Waits, if there is a place.
   *
   * @param nanos how long
   * @return false if there was no place, or if the thread was interrupted
   */
  public boolean await(long nanos) {
    if (!places.tryAcquire()) {
      return false;
    }
    try {
      long end = time.monotonicNanos() + nanos;
      long left = nanos;
      while (left > 0 && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(this, left);
        left = end - time.monotonicNanos();
      }
      return left <= 0;
    } finally {
      places.release();
    }
  }
}
