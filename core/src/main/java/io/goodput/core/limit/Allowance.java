package io.goodput.core.limit;

/**
 * What one partition has used of its limit, as one word: the moment until which the operations
 * admitted so far are paid for, at a second per {@link Pace#perSecond} operations.
 *
 * <p>The halving counter alone decides by what was <em>offered</em>: it lets several seconds' worth
 * through when a flood begins, and refuses for seconds after one has ended. The allowance looks at
 * what was <em>admitted</em>, and frames the probability with it:
 *
 * <ul>
 *   <li>while little of the limit is used ({@link Pace#freeNanos}), everything is admitted, so that
 *       no allowance is wasted;
 *   <li>from there on the probability decides, so that every request of a flood has the same
 *       chance, and none can keep in step with the pace and win;
 *   <li>beyond {@link Pace#burstNanos} everything is refused.
 * </ul>
 *
 * <p>Hence at most {@code pace × (t + 0.5) + 3} operations are admitted in any t seconds, and at
 * least {@code pace × t} of a flood that lasts t seconds. Only the monotonic clock matters.
 *
 * <p>Source: virtual scheduling, the form of the generic cell rate algorithm in ITU-T I.371.
 */
final class Allowance {

  /** The allowance of a partition that has not been paid for yet. */
  static final long UNUSED = 0;

  private Allowance() {}

  /** What is used now, in nanoseconds' worth of the pace. */
  static long usedNanos(long paidUntil, long now) {
    return paidUntil == UNUSED ? 0 : Math.max(0, paidUntil - now);
  }
}
