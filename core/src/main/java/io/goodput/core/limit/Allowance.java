package io.goodput.core.limit;

import io.goodput.core.time.Nanos;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one partition has used of its limit: the operations admitted so far, less those that its
 * {@link Pace} has paid for since.
 *
 * <p>The halving counter alone decides by what was <em>offered</em>: it admits several seconds'
 * worth when a flood begins, and rejects for seconds after one has ended. The allowance counts what
 * was <em>admitted</em>, and bounds the probability on both sides:
 *
 * <ul>
 *   <li>while little of the limit is used ({@link Pace#free}), everything is admitted, so that no
 *       part of the limit is wasted;
 *   <li>above that, the probability decides, so that every request of a flood has the same chance,
 *       and no client wins by keeping in step with the pace;
 *   <li>above {@link Pace#burst}, everything is rejected.
 * </ul>
 *
 * <p>Hence at most {@code pace × (t + 0.5) + 3} operations are admitted in any t seconds, and at
 * least {@code pace × t} of a flood that lasts t seconds. Only the monotonic clock matters.
 *
 * <p>The debt is kept in operations and drains at the pace of the moment. A node whose share was
 * small during a flood elsewhere owes a few operations afterwards, not the time that they cost at
 * its old share.
 *
 * <p>Layout: one word, an element of an array, so that it can lie next to the counts of its
 * partition. The upper half is the number of operations, a float; the lower half is when it was
 * written, in units of 2^16 ns (66 µs), which wraps around after 78 hours. Thread-safe and
 * lock-free.
 *
 * <p>Source: the leaky bucket as a meter, which ITU-T I.371 gives next to virtual scheduling as a
 * form of the generic cell rate algorithm.
 */
final class Allowance {

  /** The allowance of a partition on which nothing has been admitted yet. */
  static final long UNUSED = 0;

  private static final int UNIT_BITS = 16;
  private static final double SECONDS_PER_UNIT = Nanos.toSeconds(1L << UNIT_BITS);

  /** How late an operation may arrive after another thread's, about one second. */
  private static final int LATE_UNITS = 1 << 14;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private Allowance() {}

  /**
   * Decides on an operation, and takes it from the allowance if it is admitted.
   *
   * @param words the array that holds the allowance
   * @param index of the allowance in it
   * @param now monotonic nanoseconds
   * @param count decaying count of the partition, this operation included
   * @param random uniform in [0, 1)
   * @return whether to admit the operation
   */
  static boolean pay(long[] words, int index, long now, Pace pace, long count, double random) {
    int moment = (int) (now >> UNIT_BITS);
    while (true) {
      long word = (long) WORD.getOpaque(words, index);
      int elapsed = elapsed(word, moment);
      double used = used(word, elapsed, pace);
      if (!pace.admits(used, count, random)) {
        return false;
      }
      long paid = packed((float) (used + 1), word == UNUSED ? moment : (int) word + elapsed);
      if (WORD.compareAndSet(words, index, word, paid)) {
        return true;
      }
    }
  }

  /** Operations used at a moment, in monotonic nanoseconds. */
  static double used(long word, long now, Pace pace) {
    return used(word, elapsed(word, (int) (now >> UNIT_BITS)), pace);
  }

  private static double used(long word, int elapsed, Pace pace) {
    double drained = Integer.toUnsignedLong(elapsed) * SECONDS_PER_UNIT * pace.perSecond();
    return Math.max(0, Float.intBitsToFloat((int) (word >>> Integer.SIZE)) - drained);
  }

  /** Units since the word was written; 0 if another thread wrote it a little later. */
  private static int elapsed(long word, int moment) {
    int elapsed = moment - (int) word;
    return elapsed < 0 && elapsed >= -LATE_UNITS ? 0 : elapsed;
  }

  private static long packed(float used, int moment) {
    return ((long) Float.floatToRawIntBits(used) << Integer.SIZE) | Integer.toUnsignedLong(moment);
  }
}
