package io.goodput.core.coalesce;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntSupplier;

/**
 * Bounds what waits in the lines of a {@link Coalescer}. Thread-safe and lock-free.
 *
 * <p>A sender may have as many reads waiting as there are places left, so that the reads of one
 * take at most half of the places, those of two a third each, and another one still finds some.
 * Senders whose hashes meet count as one.
 *
 * <p>Source: dynamic thresholds for shared buffers (Choudhury and Hahne, 1998), with a factor of 1.
 */
final class WaitingRoom {

  /** Reads that may wait without a thread: each takes some memory. */
  private static final int MOST_READS = 1 << 16;

  private static final int SENDER_BITS = 10;

  /** Spreads hashes that differ little (Knuth, "Sorting and Searching", section 6.4). */
  private static final int GOLDEN_RATIO = 0x9E3779B9;

  private final AtomicInteger threads = new AtomicInteger();
  private final AtomicInteger lines = new AtomicInteger();
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicIntegerArray ofSenders = new AtomicIntegerArray(1 << SENDER_BITS);
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

  boolean hasPlaceForRead(int sender) {
    return ofSenders.get(placeOf(sender)) < MOST_READS - reads.get();
  }

  void enterRead(int sender) {
    reads.getAndIncrement();
    ofSenders.getAndIncrement(placeOf(sender));
  }

  void leaveRead(int sender) {
    ofSenders.getAndDecrement(placeOf(sender));
    reads.getAndDecrement();
  }

  private static int placeOf(int sender) {
    return (sender * GOLDEN_RATIO) >>> (Integer.SIZE - SENDER_BITS);
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
