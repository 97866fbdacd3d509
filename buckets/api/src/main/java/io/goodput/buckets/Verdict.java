package io.goodput.buckets;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
  private final @Nullable Supplier<long[]> refusedBy;

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
    this(reason, acquired, remaining, retryAfterNanos, resetNanos, null);
  }

  /**
   * Creates a verdict.
   *
   * @param acquired tokens that were taken, 0 if none were
   * @param remaining tokens, 0 or more
   * @param retryAfterNanos 0 if admitted
   * @param resetNanos 0 or more
   * @param refusedBy gives the numbers of the limit that refused; null if none did
   * @hidden not part of the API
   */
  public Verdict(
      Reason reason,
      long acquired,
      long remaining,
      long retryAfterNanos,
      long resetNanos,
      @Nullable Supplier<long[]> refusedBy) {
    this.reason = reason;
    this.acquired = acquired;
    this.remaining = remaining;
    this.retryAfterNanos = retryAfterNanos;
    this.resetNanos = resetNanos;
    this.refusedBy = refusedBy;
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

  /**
   * The limit that refused, after {@link Reason#LIMIT}. If several did, it is the one that takes
   * longest to have the tokens. Empty after any other reason, and if the database has not answered
   * yet.
   */
  public Optional<Limit> refusedBy() {
    return Optional.ofNullable(refusedBy).map(numbers -> Limits.of(numbers.get()).all().get(0));
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
