package io.goodput.core.limit;

/**
 * What one partition has used of its limit, as one word: the moment until which the operations
 * admitted so far are paid for, at a second per {@code limit} operations.
 *
 * <p>The halving counter alone decides by what was <em>offered</em>: it lets several seconds' worth
 * through when a flood begins, and refuses for seconds after one has ended. The allowance looks at
 * what was <em>admitted</em>, and frames the curve with it:
 *
 * <ul>
 *   <li>while little of the limit is used ({@link #FREE_NANOS} and two operations), everything is
 *       admitted, so that no allowance is wasted;
 *   <li>from there on the curve decides, so that every request of a flood has the same chance, and
 *       none can keep in step with the pace and win;
 *   <li>beyond {@link #BURST_NANOS} and two operations everything is refused.
 * </ul>
 *
 * <p>Hence at most {@code limit × (t + 0.5) + 3} operations are admitted in any t seconds, and at
 * least {@code limit × t} of a flood that lasts t seconds. Only the monotonic clock matters.
 *
 * <p>Source: virtual scheduling, the form of the generic cell rate algorithm in ITU-T I.371.
 */
final class Allowance {

  /** Of the limit, in nanoseconds' worth: below it nothing is refused. */
  static final long FREE_NANOS = 125_000_000L;

  /** Of the limit, in nanoseconds' worth: above it nothing is admitted. */
  static final long BURST_NANOS = 500_000_000L;

  /** The allowance of a partition that has not been paid for yet. */
  static final long UNUSED = 0;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private Allowance() {}

  /** What one operation costs, in nanoseconds. Exact within 1 % for limits up to 10 million. */
  static long cost(long limit) {
    return NANOS_PER_SECOND / limit;
  }

  /** What is used now, in nanoseconds' worth of the limit. */
  static long used(long paidUntil, long now) {
    return paidUntil == UNUSED ? 0 : Math.max(0, paidUntil - now);
  }

  /**
   * Whether to admit an operation.
   *
   * @param used what is used already
   * @param cost of the operation
   * @param random uniform in [0, 1)
   * @param probability what the curve says, in [0, 1]
   */
  static boolean admits(long used, long cost, double random, double probability) {
    if (used <= FREE_NANOS + 2 * cost) {
      return true;
    }
    return used <= BURST_NANOS + 2 * cost && random < probability;
  }
}
