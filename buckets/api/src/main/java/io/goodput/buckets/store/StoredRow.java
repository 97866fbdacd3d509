package io.goodput.buckets.store;

import io.goodput.buckets.BucketException;
import io.goodput.core.bucket.BucketState;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import org.jspecify.annotations.Nullable;

/**
 * A bucket as a store keeps it. Immutable.
 *
 * @param inForce the limits in force
 * @param statedAt when a client last stated them, in microseconds on the bucket's clock
 */
public record StoredRow(BucketState state, Rates inForce, long statedAt) {

  private static final long UNTIL_OTHERS_COUNT = 60_000_000;

  /** Other limits than those of an operator count as soon as a client states them. */
  private static final long NEVER = Long.MIN_VALUE / 2;

  /**
   * Returns the bucket at a request. The limits in force are the first that a client has stated;
   * others replace them when no client has stated them for a minute.
   *
   * @param seen null for a bucket without a row, which is seen for the first time
   * @param stated by the client, null for none
   * @param now in microseconds on the bucket's clock
   * @throws BucketException if there are no limits
   */
  public static StoredRow at(
      String id, @Nullable StoredRow seen, @Nullable Rates stated, long now) {
    if (seen == null) {
      if (stated == null) {
        throw new BucketException("Nothing limits bucket '%s': state limits.".formatted(id));
      }
      return new StoredRow(BucketState.first(stated, now), stated, now);
    }
    if (stated == null) {
      return seen;
    }
    if (seen.inForce.equals(stated)) {
      return new StoredRow(seen.state, stated, now);
    }
    return now - seen.statedAt <= UNTIL_OTHERS_COUNT
        ? seen
        : new StoredRow(seen.state.under(stated, seen.inForce, now), stated, now);
  }

  /**
   * Returns the bucket at a request, under limits that an operator has defined: they are in force
   * at once, whatever clients state.
   *
   * @param seen null for a bucket without a row, which is seen for the first time
   * @param now in microseconds on the bucket's clock
   */
  public static StoredRow under(Rates defined, @Nullable StoredRow seen, long now) {
    return new StoredRow(
        seen == null
            ? BucketState.first(defined, now)
            : seen.inForce.equals(defined)
                ? seen.state
                : seen.state.under(defined, seen.inForce, now),
        defined,
        seen == null ? NEVER : seen.statedAt);
  }

  /** This bucket when a client states these limits no longer: others replace them at once. */
  public StoredRow withdrawn(Rates stated) {
    return inForce.equals(stated) ? new StoredRow(state, inForce, NEVER) : this;
  }

  /** The bucket after a request, and the answer. */
  public record Acquired(StoredRow row, Grant grant) {}

  /** Acquires tokens, as {@link BucketState#acquire} does. */
  public Acquired acquire(TokenRequest request, long now) {
    BucketState.Answered answered = state.acquire(inForce, request, now);
    return new Acquired(with(answered.state()), answered.grant());
  }

  /**
   * Takes back tokens of a lease, as {@link BucketState#giveBack} does. States no limits.
   *
   * @param granting the limits that the tokens were granted by; others drop them
   */
  public StoredRow giveBack(Rates granting, Leases.Unspent unspent) {
    return inForce.equals(granting)
        ? with(state.giveBack(inForce, unspent.tokens(), unspent.grant()))
        : this;
  }

  /** Puts back tokens, as {@link BucketState#refund} does. */
  public StoredRow refund(long tokens, long now) {
    return with(state.refund(inForce, tokens, now));
  }

  private StoredRow with(BucketState changed) {
    return new StoredRow(changed, inForce, statedAt);
  }

  /** Whether a bucket without a row would be the same: full, without other initial tokens. */
  public boolean isDispensable(long now) {
    return isFullAtFirst() && state.isFull(inForce, now);
  }

  /** Whether the bucket was full when it was seen for the first time. If not, its row stays. */
  public boolean isFullAtFirst() {
    return inForce.isFullAtFirst();
  }

  /** Microseconds until the bucket is full if no one takes tokens. */
  public long fullIn(long now) {
    return state.acquire(inForce, TokenRequest.NOTHING, now).grant().fullIn();
  }
}
