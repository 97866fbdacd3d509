package io.goodput.sql;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A bucket of tokens that all processes share which name its id.
 *
 * <p>Thread-safe. Tokens are counted in whole numbers from 1 to the burst; another number is an
 * {@link IllegalArgumentException}. No call fails because of the database: what happens then has
 * been declared by {@link BucketOptions}.
 */
public interface TokenBucket {

  /** What names it. */
  String id();

  /** Takes one token if there is one. */
  default boolean tryAcquire() {
    return tryAcquire(1);
  }

  /**
   * Takes so many tokens if there are as many, or none. Waits for the database if need be, no
   * longer than {@link TokenBuckets.Builder#patience}; does not wait for tokens.
   */
  boolean tryAcquire(long tokens);

  /**
   * Takes so many tokens, or none, and waits for them.
   *
   * @return whether there were as many in time
   */
  boolean acquire(long tokens, Duration timeout) throws InterruptedException;

  /**
   * Takes so many tokens, or none, without blocking. Actions that depend on the answer should be
   * short, or have an executor of their own.
   *
   * @return completed with whether there were as many in time; never exceptionally
   */
  CompletableFuture<Boolean> acquireAsync(long tokens, Duration timeout);
}
