package io.goodput.sql;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A bucket of tokens, shared by all processes that use its id.
 *
 * <p>Thread-safe. Callers take whole tokens, from 1 to the burst; any other number is an {@link
 * IllegalArgumentException}. No call throws because the database is unavailable: {@link
 * BucketOptions} defines what happens then. All calls throw a {@link BucketException} while the
 * database rejects their statements for a reason that an operator has to fix, such as a missing
 * installation or permission, or a read-only server.
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
   * <p>Callers of this process that come later, also those of {@link #tryAcquire}, get no tokens
   * before a caller that waits for more than the bucket has, for at most twice the time in which
   * its tokens flow in plus a second. Other processes do not wait for it.
   *
   * @param timeout longest wait
   * @return whether the tokens were taken in time
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  boolean acquire(long tokens, Duration timeout) throws InterruptedException;

  /**
   * Takes tokens without blocking the caller, as {@link #acquire} does. Dependent actions run on up
   * to 16 threads that do nothing else, or on the thread of the caller; those that block for long
   * should run on an executor of their own.
   *
   * @param timeout longest wait
   * @return completes with whether the tokens were taken in time, or with a {@link BucketException}
   */
  CompletableFuture<Boolean> acquireAsync(long tokens, Duration timeout);
}
