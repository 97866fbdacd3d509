package io.goodput.buckets;

import java.time.Duration;
import java.util.Locale;

/**
 * The answer of a bucket to a caller, with what HTTP headers such as {@code RateLimit} and {@code
 * Retry-After} need. Immutable.
 *
 * <p>All numbers are estimates from the latest answer of the database, because other processes take
 * tokens, too. With leases, that answer is up to a second old.
 */
public final class Verdict {

  private final Reason reason;
  private final long acquired;
  private final long remaining;
  private final long retryAfterNanos;
  private final long resetNanos;

  /**
   * Creates a verdict.
   *
   * @param acquired tokens, 0 if refused
   * @param remaining tokens, 0 or more
   * @param retryAfterNanos 0 if admitted
   * @param resetNanos 0 or more
   * @hidden not part of the API
   */
  public Verdict(
      Reason reason, long acquired, long remaining, long retryAfterNanos, long resetNanos) {
    this.reason = reason;
    this.acquired = acquired;
    this.remaining = remaining;
    this.retryAfterNanos = retryAfterNanos;
    this.resetNanos = resetNanos;
  }

  /** Whether the tokens were taken. */
  public boolean admitted() {
    return reason.admits();
  }

  /** Why the tokens were taken, or were not. */
  public Reason reason() {
    return reason;
  }

  /**
   * Tokens that were taken: as many as were asked for, or fewer after {@link
   * TokenBucket#tryAcquireUpTo}; 0 if none were.
   */
  public long acquired() {
    return acquired;
  }

  /** Tokens left: those that this process holds, and those in the database. */
  public long remaining() {
    return remaining;
  }

  /**
   * How long to wait before another call makes sense; zero if the tokens were taken.
   *
   * <p>After {@link Reason#LIMIT}, it is the time until the bucket has as many tokens as were
   * rejected, if no one else takes any. After {@link Reason#UNAVAILABLE}, this process asks the
   * database again by then.
   */
  public Duration retryAfter() {
    return Duration.ofNanos(retryAfterNanos);
  }

  /** The time until the bucket is full if no one takes tokens. */
  public Duration reset() {
    return Duration.ofNanos(resetNanos);
  }

  @Override
  public String toString() {
    String why = reason.name().toLowerCase(Locale.ROOT);
    String outcome =
        reason == Reason.ADMITTED
            ? why
            : "%s (%s)".formatted(reason.admits() ? "admitted" : "rejected", why);
    return "%s, %d remaining, retry after %s, reset after %s"
        .formatted(outcome, remaining, retryAfter(), reset());
  }
}
