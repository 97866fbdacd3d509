package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.Reason;
import io.goodput.core.bucket.Leases;
import org.jspecify.annotations.Nullable;

/** Decides on callers that do not wait, by the leased tokens in hand. Without I/O. Thread-safe. */
final class LeasedTokens {

  private final Leases leases;
  private final StoredBucket stored;
  private final WithoutStore without;
  private final Fetcher fetcher;

  LeasedTokens(Leases leases, StoredBucket stored, WithoutStore without, Fetcher fetcher) {
    this.leases = leases;
    this.stored = stored;
    this.without = without;
    this.fetcher = fetcher;
  }

  /**
   * Spends leased tokens, all or none, without I/O.
   *
   * @param now in monotonic nanoseconds
   */
  boolean spend(long tokens, long now) {
    if (!leases.spend(tokens, now)) {
      return false;
    }
    fetchIfLow();
    return true;
  }

  /**
   * Spends as many of these leased tokens as there are, without I/O. Returns their number.
   *
   * @param now in monotonic nanoseconds
   */
  long spendUpTo(long tokens, long now) {
    long spent = leases.spendUpTo(tokens, now);
    if (spent == tokens) {
      fetchIfLow();
    }
    return spent;
  }

  private void fetchIfLow() {
    if (leases.isLow() && leases.pauseNanos() == 0) {
      fetcher.fetch();
    }
  }

  /**
   * Acquires tokens for a caller that does not wait for them, all or none, without I/O.
   *
   * @param now in monotonic nanoseconds
   * @return null if only the store can tell
   * @throws BucketException if requests fail until an operator fixes the store
   */
  @Nullable Reason acquire(long tokens, long now) {
    return acquire(tokens, tokens, now);
  }

  /**
   * Acquires tokens as {@link #acquire(long, long)} does.
   *
   * @param least the fewest tokens that are worth a request to the store
   * @param now in monotonic nanoseconds
   * @return null if only the store can tell
   * @throws BucketException if requests fail until an operator fixes the store
   */
  @Nullable Reason acquire(long tokens, long least, long now) {
    if (spend(tokens, now)) {
      return Reason.ADMITTED;
    }
    if (fetcher.isClosed()) {
      return Reason.CLOSED;
    }
    if (without.isNeeded()) {
      return acquireWithoutStore(tokens);
    }
    if (isWorthAsking(least)) {
      return null;
    }
    leases.missed(tokens);
    return Reason.LIMIT;
  }

  /** Does not wait for the store, which gave no answer to the latest request. */
  private Reason acquireWithoutStore(long tokens) {
    if (without.pauseNanos() == 0) {
      fetcher.fetch();
    }
    return without.answer(tokens);
  }

  /** Whether the store may have these tokens, as far as its latest answer tells. */
  private boolean isWorthAsking(long tokens) {
    boolean paused = leases.pauseNanos() > 0;
    boolean isFetchedAhead = !stored.isLocal() && (paused || fetcher.isAhead());
    if (tokens == 1 && leases.isBucketLow() && isFetchedAhead) {
      // Leases serve callers of one token after the next answer. No caller waits for it.
      fetcher.fetchAfterPause();
      return false;
    }
    if (paused && (leases.areDirect() || stored.hasLeft(tokens))) {
      // The pause is for callers that need more.
      leases.endPause();
      return true;
    }
    return !paused;
  }

  /**
   * Leased tokens that may be spent.
   *
   * @param now in monotonic nanoseconds
   */
  long unspent(long now) {
    return leases.unspent(now);
  }

  /** Nanoseconds before the next request to the store; 0 if there is no reason to wait. */
  long pauseNanos() {
    return leases.pauseNanos();
  }
}
