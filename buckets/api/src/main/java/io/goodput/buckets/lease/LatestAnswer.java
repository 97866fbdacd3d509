package io.goodput.buckets.lease;

import io.goodput.buckets.Reason;
import io.goodput.buckets.Verdict;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.Nanos;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The latest answer of the store, and what callers are told of it.
 *
 * @param burst of the limits in force
 * @param least the fewest tokens that were requested
 * @param at when it arrived, in monotonic nanoseconds
 */
record LatestAnswer(Rates inForce, long burst, Grant grant, long least, long at) {

  /** More tokens than the burst in force succeed only by other limits. */
  private static final long UNTIL_OTHER_LIMITS = 60 * Nanos.PER_SECOND;

  private static final long SHORTEST_RETRY = Nanos.PER_MILLI;

  LatestAnswer(Rates inForce, Grant grant, long least, long at) {
    this(inForce, inForce.burst(), grant, least, at);
  }

  /** Whether more tokens were requested than the bucket had, and these are enough. */
  boolean hasLeft(long tokens) {
    return grant.tokens() == 0 && grant.left() >= tokens;
  }

  /** Nanoseconds in which this number of tokens flows in, or a full bucket if that is less. */
  long nanosFor(long tokens) {
    return nanos(inForce.timeFor(Math.min(tokens, burst)));
  }

  /**
   * A verdict that admits.
   *
   * @param reason one that admits
   * @param acquired tokens that the caller gets
   * @param unspent tokens that this process has
   */
  Verdict admitted(Reason reason, long acquired, long unspent) {
    return new Verdict(reason, acquired, remaining(unspent), 0, nanos(grant.fullIn()));
  }

  /**
   * A verdict that rejects by the limits.
   *
   * @param unspent tokens that this process has
   * @param pause nanoseconds before the next request
   */
  Verdict rejected(long tokens, long unspent, long pause, long now) {
    long age = now - at;
    long enoughIn =
        grant.tokens() == 0 && tokens >= least
            ? nanos(grant.enoughIn()) + nanosFor(tokens - least)
            : lackingFor(tokens);
    return new Verdict(
        Reason.LIMIT,
        0,
        remaining(unspent),
        Math.max(
            tokens > burst ? UNTIL_OTHER_LIMITS : SHORTEST_RETRY, Math.max(pause, enoughIn - age)),
        Math.max(0, nanos(grant.fullIn()) - age),
        refusedBy(tokens));
  }

  /** The numbers of the limit that refuses, as far as this answer tells; null if it does not. */
  private @Nullable Supplier<long[]> refusedBy(long tokens) {
    if (grant.equals(Grant.NONE)) {
      return null;
    }
    Rate refuses = inForce.scarcest(grant.levels(), tokens);
    return () -> Rates.of(refuses).numbers();
  }

  /** Nanoseconds until there are enough tokens, as far as this answer tells. */
  private long lackingFor(long tokens) {
    long lacking = Math.max(0, tokens - grant.left());
    return lacking > 0 && inForce.areCalendars() ? nanos(grant.fullIn()) : nanosFor(lacking);
  }

  /**
   * A verdict that rejects without an answer of the bucket.
   *
   * @param unspent tokens that this process has
   * @param retryAfter in nanoseconds
   */
  Verdict rejected(Reason reason, long unspent, long retryAfter, long now) {
    return new Verdict(
        reason, 0, unspent, retryAfter, Math.max(0, nanos(grant.fullIn()) - (now - at)));
  }

  private long remaining(long unspent) {
    return Math.max(0, grant.left()) + unspent;
  }

  /** Half of the largest number if it is more, so that sums fit. */
  private static long nanos(long micros) {
    return Math.min(TimeUnit.MICROSECONDS.toNanos(micros), Long.MAX_VALUE / 2);
  }
}
