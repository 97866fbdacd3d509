package io.goodput.core.fair;

import io.goodput.core.table.HashedLongs;
import io.goodput.core.time.Nanos;

/**
 * Spaces the reads of groups while a node is overloaded. A group that waits grows, and one read
 * answers it, so the same clients get their answers for less.
 *
 * <p>Classes are kept by hash, in 16 KiB. Two that meet share their turns. Thread-safe and
 * lock-free.
 */
public final class GroupReads {

  /** The least time between the starts of two reads of a class. */
  public static final long SPACE_NANOS = 10 * Nanos.PER_MILLI;

  private static final int CLASSES = 1 << 11;

  private final HashedLongs starts;

  /**
   * No reads yet.
   *
   * @param now monotonic nanoseconds
   */
  public GroupReads(long now) {
    this.starts = new HashedLongs(CLASSES, now - SPACE_NANOS);
  }

  /**
   * Whether a group's read may start. If so, the next one of its class has to wait.
   *
   * @param ofClass a well mixed hash of the class
   * @param now monotonic nanoseconds
   */
  public boolean mayStart(int ofClass, long now) {
    long last = starts.get(ofClass);
    return now - last >= SPACE_NANOS && starts.compareAndSet(ofClass, last, now);
  }
}
