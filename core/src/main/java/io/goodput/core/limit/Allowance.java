package io.goodput.core.limit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one partition has used of its limit, as one word: the moment until which the operations
 * admitted so far are paid for, at a second per {@link Pace#perSecond} operations.
 *
 * <p>The halving counter alone decides by what was <em>offered</em>: it admits several seconds'
 * worth when a flood begins, and rejects for seconds after one has ended. The allowance counts what
 * was <em>admitted</em>, and bounds the probability on both sides:
 *
 * <ul>
 *   <li>while little of the limit is used ({@link Pace#freeNanos}), everything is admitted, so that
 *       no part of the limit is wasted;
 *   <li>above that, the probability decides, so that every request of a flood has the same chance,
 *       and no client wins by keeping in step with the pace;
 *   <li>above {@link Pace#burstNanos}, everything is rejected.
 * </ul>
 *
 * <p>Hence at most {@code pace × (t + 0.5) + 3} operations are admitted in any t seconds, and at
 * least {@code pace × t} of a flood that lasts t seconds. Only the monotonic clock matters.
 *
 * <p>Allowances are elements of an array, so that they can lie beside the counts of their
 * partition. Thread-safe and lock-free.
 *
 * <p>Source: virtual scheduling, the form of the generic cell rate algorithm in ITU-T I.371.
 */
final class Allowance {

  /** The allowance of a partition on which nothing has been admitted yet. */
  static final long UNUSED = 0;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private Allowance() {}

  /**
   * Decides on an operation, and takes its cost from the allowance if it is admitted.
   *
   * @param words the array that holds the allowance
   * @param index of the allowance in it
   * @param now monotonic nanoseconds
   * @param count decaying count of the partition, this operation included
   * @param random uniform in [0, 1)
   * @return whether to admit the operation
   */
  static boolean pay(long[] words, int index, long now, Pace pace, long count, double random) {
    while (true) {
      long paidUntil = (long) WORD.getOpaque(words, index);
      long used = usedNanos(paidUntil, now);
      if (!pace.admits(used, count, random)) {
        return false;
      }
      if (WORD.compareAndSet(words, index, paidUntil, now + used + pace.costNanos())) {
        return true;
      }
    }
  }

  /** What is used now, in nanoseconds at the pace. */
  static long usedNanos(long paidUntil, long now) {
    return paidUntil == UNUSED ? 0 : Math.max(0, paidUntil - now);
  }
}
