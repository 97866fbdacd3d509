package io.goodput.sql;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The limit of a bucket, and how this process uses the bucket. Immutable; each method returns a
 * changed copy. All processes must use the same limit for a bucket.
 */
public final class BucketOptions {

  private final Limit limit;
  private final boolean leased;
  private final @Nullable Limit fallback;

  private BucketOptions(Limit limit, boolean leased, @Nullable Limit fallback) {
    this.limit = limit;
    this.leased = leased;
    this.fallback = fallback;
  }

  /**
   * A leased bucket that rejects requests while the database is unavailable. A leased bucket takes
   * tokens in advance, and spends them without I/O.
   */
  public static BucketOptions of(Limit limit) {
    return new BucketOptions(limit, true, null);
  }

  /** Executes one statement for each request instead of leasing tokens. */
  public BucketOptions direct() {
    return new BucketOptions(limit, false, fallback);
  }

  /**
   * Sets what this process admits on its own while the database is unavailable. These tokens come
   * on top of the bucket's limit.
   */
  public BucketOptions fallback(Limit processLimit) {
    return new BucketOptions(limit, leased, processLimit);
  }

  Limit limit() {
    return limit;
  }

  boolean isLeased() {
    return leased;
  }

  @Nullable Limit fallback() {
    return fallback;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BucketOptions options
        && leased == options.leased
        && limit.equals(options.limit)
        && Objects.equals(fallback, options.fallback);
  }

  @Override
  public int hashCode() {
    return Objects.hash(limit, leased, fallback);
  }

  @Override
  public String toString() {
    return "%s, %s%s"
        .formatted(
            limit,
            leased ? "leased" : "direct",
            fallback == null ? "" : ", fallback (" + fallback + ")");
  }
}
