package io.goodput.core.coalesce;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** Bounds what waits in the lines of a {@link Coalescer}. Thread-safe and lock-free. */
final class WaitingRoom {

  /** Reads that may wait without a thread: each takes some memory. */
  private static final int MOST_READS = 1 << 16;

  private final AtomicInteger threads = new AtomicInteger();
  private final AtomicInteger lines = new AtomicInteger();
  private final AtomicInteger reads = new AtomicInteger();
  private final IntSupplier most;

  /**
   * An empty room.
   *
   * @param most threads that may wait, and lines that may begin to wait on the timer
   */
  WaitingRoom(IntSupplier most) {
    this.most = most;
  }

  int threads() {
    return threads.get();
  }

  boolean hasPlaceForThread() {
    return threads.get() < most.getAsInt();
  }

  /** Has one more thread wait; false if there is no place. */
  boolean enterThread() {
    return enterBelow(most.getAsInt(), threads);
  }

  void leaveThread() {
    threads.getAndDecrement();
  }

  boolean hasPlaceForLine() {
    return lines.get() < most.getAsInt();
  }

  /** Has a new line wait on the timer; false if there is no place. */
  boolean enterLine() {
    return enterBelow(most.getAsInt(), lines);
  }

  /**
   * Has a line wait again. Such lines come before new ones, so there are places for twice as many.
   */
  boolean reenterLine() {
    return enterBelow(2 * most.getAsInt(), lines);
  }

  void leaveLine() {
    lines.getAndDecrement();
  }

  boolean hasPlaceForRead() {
    return reads.get() < MOST_READS;
  }

  void enterRead() {
    reads.getAndIncrement();
  }

  void leaveRead() {
    reads.getAndDecrement();
  }

  private static boolean enterBelow(int most, AtomicInteger count) {
    int now = count.get();
    while (now < most) {
      if (count.compareAndSet(now, now + 1)) {
        return true;
      }
      now = count.get();
    }
    return false;
  }
}
