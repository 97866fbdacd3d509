package io.goodput.buckets;

import java.time.Duration;

/**
 * The answer of a bucket to a caller, with what HTTP headers such as {@code RateLimit} and {@code
 * Retry-After} need. Immutable.
 *
 * <p>All numbers but {@link #admitted} are estimates from the latest answer of the database,
 * because other processes take tokens, too. With leases, that answer is up to a second old.
 */
public final class Verdict {

  private final boolean admitted;
  private final long remaining;
  private final long retryAfterNanos;
  private final long resetNanos;

  /**
   * Creates a verdict.
   *
   * @param remaining tokens, 0 or more
   * @param retryAfterNanos 0 if admitted
   * @param resetNanos 0 or more
   */
  public Verdict(boolean admitted, long remaining, long retryAfterNanos, long resetNanos) {
    this.admitted = admitted;
    this.remaining = remaining;
    this.retryAfterNanos = retryAfterNanos;
    this.resetNanos = resetNanos;
  }

  /** Whether the tokens were taken. */
  public boolean admitted() {
    return admitted;
  }

  /** Tokens left: those that this process holds, and those in the database. */
  public long remaining() {
    return remaining;
  }

  /**
   * How long to wait before the bucket has as many tokens as were rejected, if no one else takes
   * any; zero if they were taken.
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
    return "%s, %d remaining, retry after %s, reset after %s"
        .formatted(admitted ? "admitted" : "rejected", remaining, retryAfter(), reset());
  }
}
