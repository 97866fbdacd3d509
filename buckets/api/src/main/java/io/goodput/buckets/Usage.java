package io.goodput.buckets;

import io.goodput.buckets.lease.Calls;
import java.util.function.LongSupplier;

/**
 * What callers get from the buckets of one {@link TokenBuckets}. Each method returns the present
 * figure. Thread-safe.
 */
public final class Usage {

  private final Calls calls;
  private final LongSupplier unspent;

  Usage(Calls calls, LongSupplier unspent) {
    this.calls = calls;
    this.unspent = unspent;
  }

  /** Calls so far that got their tokens. */
  public long admitted() {
    return calls.admitted();
  }

  /** Calls so far that got no tokens, or that ended with an exception. */
  public long rejected() {
    return calls.rejected();
  }

  /** Calls that wait now, for the database or for tokens. */
  public long waiting() {
    return calls.waiting();
  }

  /** Tokens that this process has leased and not spent yet. Looks at each bucket in memory. */
  public long unspent() {
    return unspent.getAsLong();
  }

  @Override
  public String toString() {
    return "%d admitted, %d rejected, %d waiting, %d tokens unspent"
        .formatted(admitted(), rejected(), waiting(), unspent());
  }
}
