package io.goodput.buckets;

import io.goodput.core.bucket.CostEstimate;
import io.goodput.core.bucket.Rate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a bucket, and how this process uses the bucket. Immutable; each method returns a
 * changed copy. All processes should state the same limits for a bucket.
 */
public final class BucketOptions {

  private final @Nullable Limits limits;
  private final boolean leased;
  private final @Nullable Limits fallback;

  /** 0 for none. */
  private final long firstEstimate;

  private BucketOptions(
      @Nullable Limits limits, boolean leased, @Nullable Limits fallback, long firstEstimate) {
    this.limits = limits;
    this.leased = leased;
    this.fallback = fallback;
    this.firstEstimate = firstEstimate;
  }

  /**
   * A leased bucket that rejects requests while the database is unavailable. A leased bucket takes
   * tokens in advance, and spends them without I/O.
   */
  public static BucketOptions of(Limits limits) {
    return new BucketOptions(limits, true, null, 0);
  }

  /** One limit, otherwise as {@link #of(Limits)}. */
  public static BucketOptions of(Limit limit) {
    return of(Limits.of(limit));
  }

  /**
   * States no limits: those are in force that an operator has defined for the bucket or its class,
   * or that another process states. Calls throw a {@link BucketException} while there are none.
   */
  public static BucketOptions ofDefinedLimits() {
    return new BucketOptions(null, true, null, 0);
  }

  /**
   * Takes no tokens in advance: each call is a request to the store. Calls that come while a
   * request is in flight go together in the next one.
   */
  public BucketOptions direct() {
    return new BucketOptions(limits, false, fallback, firstEstimate);
  }

  /**
   * Sets what this process admits on its own while the database is unavailable. These tokens come
   * on top of the bucket's limits.
   */
  public BucketOptions fallback(Limits ofProcess) {
    return new BucketOptions(limits, leased, ofProcess, firstEstimate);
  }

  /** One limit, otherwise as {@link #fallback(Limits)}. */
  public BucketOptions fallback(Limit ofProcess) {
    return fallback(Limits.of(ofProcess));
  }

  /**
   * Lets {@link TokenBucket#reserve()} estimate what work costs, beginning with this estimate. The
   * process learns for each bucket by itself, until it forgets the bucket.
   *
   * @param tokens 1 to 2^42; more than the burst counts as the burst
   * @throws IllegalArgumentException if the number is out of range
   */
  public BucketOptions firstEstimate(long tokens) {
    if (tokens < 1 || tokens > Rate.MAX_BURST) {
      throw new IllegalArgumentException(
          "A first estimate of %d tokens is not possible: choose 1 to %d."
              .formatted(tokens, Rate.MAX_BURST));
    }
    return new BucketOptions(limits, leased, fallback, tokens);
  }

  @Nullable Limits limits() {
    return limits;
  }

  boolean isLeased() {
    return leased;
  }

  @Nullable Limits fallback() {
    return fallback;
  }

  /** What work costs; null if the options have no first estimate. */
  @Nullable CostEstimate estimate() {
    return firstEstimate == 0 ? null : new CostEstimate(firstEstimate);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BucketOptions options
        && leased == options.leased
        && firstEstimate == options.firstEstimate
        && Objects.equals(limits, options.limits)
        && Objects.equals(fallback, options.fallback);
  }

  @Override
  public int hashCode() {
    return Objects.hash(limits, leased, fallback, firstEstimate);
  }

  @Override
  public String toString() {
    return "%s, %s%s%s"
        .formatted(
            limits == null ? "the defined limits" : limits,
            leased ? "leased" : "direct",
            fallback == null ? "" : ", fallback (" + fallback + ")",
            firstEstimate == 0 ? "" : ", first estimate " + firstEstimate);
  }
}
