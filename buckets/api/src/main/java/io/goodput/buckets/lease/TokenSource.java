package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;

/** How a bucket of this process gets its tokens. Implementations are thread-safe. */
interface TokenSource extends AutoCloseable {

  /** Shortest pause between two requests to the store, in nanoseconds. */
  long SHORTEST_PAUSE = 1_000_000;

  /** An answer that needs no request to the store, if there is one. */
  enum Decision {
    ADMITTED,
    REJECTED,
    /** Only the store can tell. */
    UNDECIDED
  }

  /**
   * Spends tokens in hand, all or none, without I/O.
   *
   * @param now in monotonic nanoseconds
   */
  boolean spend(long tokens, long now);

  /**
   * Decides on a request that does not wait for tokens, without I/O.
   *
   * @param now in monotonic nanoseconds
   * @throws BucketException if requests fail until an operator fixes the store
   */
  Decision decide(long tokens, long now);

  /** Answers a waiter when the store has tokens for it, unless its time is over before. */
  void enqueue(Waiter waiter);

  /**
   * Tokens in hand.
   *
   * @param now in monotonic nanoseconds
   */
  long unspent(long now);

  /** Nanoseconds before the next request to the store; 0 if there is no reason to wait. */
  long pauseNanos();

  /** Whether no caller waits, and no request to the store is in progress. */
  boolean isIdle();

  /** Whether the latest request to the store failed, and the next one may succeed. */
  boolean isUnavailable();

  /** Rejects all waiters, now and later, and gives back the tokens in hand. */
  @Override
  void close();
}
