package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.Reason;
import io.goodput.core.bucket.Availability;
import io.goodput.core.bucket.Leases;
import io.goodput.core.time.Nanos;
import org.jspecify.annotations.Nullable;

/** Answers callers of a bucket while the store does not. Thread-safe. */
final class WithoutStore {

  private static final long LOOK_AGAIN = 20 * Nanos.PER_MILLI;

  private final Leases leases;
  private final Fallback fallback;
  private final Availability availability;

  /** What an operator has to fix, if that is why the latest request failed. */
  private volatile @Nullable BucketException problem;

  WithoutStore(Leases leases, Fallback fallback, Availability availability) {
    this.leases = leases;
    this.fallback = fallback;
    this.availability = availability;
  }

  /** Whether callers should not wait for the store: it gave no answer, or not one that helps. */
  boolean isNeeded() {
    return leases.isUnreachable() || availability.isAway();
  }

  /** Whether the store gave no answer, and the next request may succeed. */
  boolean isUnavailable() {
    return isNeeded() && problem == null;
  }

  /**
   * Answers a caller that got no leased tokens: by the fallback, if the store is unavailable.
   *
   * @throws BucketException if requests fail until an operator fixes the store
   */
  Reason answer(long tokens) {
    BucketException toFix = problem;
    if (toFix != null) {
      throw toFix.again();
    }
    return answerLate(tokens);
  }

  /** As {@link #answer}, for a caller that came too late for the latest answer of the store. */
  Reason answerLate(long tokens) {
    leases.missed(tokens);
    return isUnavailable() ? fallBack(tokens) : Reason.LIMIT;
  }

  /** Answers a caller by the fallback. */
  Reason fallBack(long tokens) {
    return fallback.admits(tokens) ? Reason.FALLBACK : Reason.UNAVAILABLE;
  }

  /** Whether a new fallback would admit no more than this one. */
  boolean isFull() {
    return fallback.isFull();
  }

  /** Nanoseconds before the next request to the store; 0 if there is no reason to wait. */
  long pauseNanos() {
    return Math.max(leases.pauseNanos(), availability.pauseNanos());
  }

  /** As {@link #pauseNanos}, but short in an outage, which the answer to another bucket may end. */
  long shortPauseNanos() {
    return Math.max(leases.pauseNanos(), Math.min(availability.pauseNanos(), LOOK_AGAIN));
  }

  /** The latest request failed. Null if the next one may succeed. */
  void failed(@Nullable BucketException toFix) {
    problem = toFix;
    leases.failed();
  }

  /** The store has answered. */
  void answered() {
    problem = null;
  }
}
