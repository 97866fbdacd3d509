package io.goodput.sql;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A bucket of tokens, shared by all processes that use its id.
 *
 * <p>Thread-safe. Callers take whole tokens, from 1 to the burst; any other number is an {@link
 * IllegalArgumentException}. No call throws because of the database: {@link BucketOptions} defines
 * what happens while it is unavailable.
 */
public interface TokenBucket {

  /** The id that identifies this bucket in the database. */
  String id();

  /** Takes one token if the bucket has one. See {@link #tryAcquire(long)}. */
  default boolean tryAcquire() {
    return tryAcquire(1);
  }

  /**
   * Takes tokens if the bucket has enough, or takes none. Waits for the database if necessary, but
   * no longer than {@link TokenBuckets.Builder#patience}. Does not wait for tokens to flow in.
   *
   * @return whether the tokens were taken
   */
  boolean tryAcquire(long tokens);

  /**
   * Takes tokens, and waits for them to flow in if necessary. Takes all or none.
   *
   * @param timeout longest wait
   * @return whether the tokens were taken in time
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  boolean acquire(long tokens, Duration timeout) throws InterruptedException;

  /**
   * Takes tokens without blocking the caller. Takes all or none. Dependent actions should be short,
   * or run on an executor of their own.
   *
   * @param timeout longest wait
   * @return completes with whether the tokens were taken in time; never completes exceptionally
   */
  CompletableFuture<Boolean> acquireAsync(long tokens, Duration timeout);
}
