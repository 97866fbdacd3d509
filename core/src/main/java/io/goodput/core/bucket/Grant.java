package io.goodput.core.bucket;

import java.util.List;

/**
 * The answer of a bucket to a {@link TokenRequest}.
 *
 * @param tokens granted; 0 if the bucket has too few
 * @param left tokens left in the bucket for the client, by the limit that leaves the fewest,
 *     without those that the request reserves for others; negative if more were used than the
 *     bucket had
 * @param at the moment of the answer, on the bucket's clock in microseconds
 * @param mark tokens left by the first limit at that moment, which later tells whether others have
 *     taken tokens since
 * @param enoughIn microseconds until the bucket has the fewest tokens that the request accepts
 *     beyond its reserve; 0 if it has them. Granted tokens must not be spent before
 * @param fullIn microseconds until the bucket is full if no one takes tokens
 * @param virtualTime the largest start tag of any request that got tokens
 * @param number of the bucket's latest grant, as {@link BucketState#lastGrant} says
 * @param endIn microseconds until a calendar period ends, in which granted tokens must be spent;
 *     the largest number without calendar limits
 * @param levels tokens left by each limit, reserved ones included, if the bucket has several; empty
 *     if it has one
 */
public record Grant(
    long tokens,
    long left,
    long at,
    long mark,
    long enoughIn,
    long fullIn,
    long virtualTime,
    long number,
    long endIn,
    List<Long> levels) {

  /** An answer of one limit without calendar limits. */
  public Grant(
      long tokens,
      long left,
      long at,
      long mark,
      long enoughIn,
      long fullIn,
      long virtualTime,
      long number) {
    this(tokens, left, at, mark, enoughIn, fullIn, virtualTime, number, Long.MAX_VALUE, List.of());
  }

  /** No tokens, from a bucket of which nothing is known. */
  public static final Grant NONE = new Grant(0, 0, 0, 0, 0, 0, 0, 0);

  /** Whether the tokens are granted, but have to flow in before they may be spent. */
  public boolean isOwed() {
    return tokens > 0 && enoughIn > 0;
  }

  /** Nanoseconds from the answer until the client may spend the tokens. */
  public long nanosUntilSpent() {
    return tokens > 0 ? Lease.atLeast(enoughIn) : 0;
  }
}
