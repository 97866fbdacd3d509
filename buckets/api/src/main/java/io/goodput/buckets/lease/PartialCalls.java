package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.Reason;
import io.goodput.buckets.Verdict;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Calls that take as many tokens as there are: those in hand, and then those that the store has.
 * Thread-safe.
 */
final class PartialCalls {

  private final LeasedTokens leased;
  private final WithoutStore without;
  private final Turn turn;
  private final Verdicts verdicts;
  private final Client client;
  private final Function<Waiter, Reason> await;

  /**
   * Creates calls of one bucket.
   *
   * @param await lets a caller wait for the store, and counts the call
   */
  PartialCalls(
      LeasedTokens leased,
      WithoutStore without,
      Turn turn,
      Verdicts verdicts,
      Client client,
      Function<Waiter, Reason> await) {
    this.leased = leased;
    this.without = without;
    this.turn = turn;
    this.verdicts = verdicts;
    this.client = client;
    this.await = await;
  }

  /** Takes tokens for a caller that does not wait for them to flow in. */
  Verdict acquire(long most) {
    long now = client.time().monotonicNanos();
    if (turn.isTaken()) {
      return ended(most, 0, without.isUnavailable() ? without.fallBack(most) : Reason.LIMIT);
    }
    long had = leased.spendUpTo(most, now);
    if (had == most) {
      return ended(0, had, Reason.ADMITTED);
    }
    Reason known = decide(most - had, had, now);
    if (known != null) {
      return ended(most - had, had, known);
    }
    long nanos = TimeUnit.MILLISECONDS.toNanos(client.timeoutMillis());
    Waiter waiter = Waiter.upTo(most - had, had, nanos, client.time());
    Reason reason = await.apply(waiter);
    long got = waiter.acquired();
    // Tokens that an earlier request has brought meanwhile.
    boolean takesMore = reason.admits() && got < most;
    long late = takesMore ? leased.spendUpTo(most - got, client.time().monotonicNanos()) : 0;
    return verdicts.of(1, got + late, reason);
  }

  /** Null if only the store can tell. A caller that has tokens gets them in any case. */
  private @Nullable Reason decide(long more, long had, long now) {
    try {
      return leased.acquire(more, 1, now);
    } catch (BucketException e) {
      if (had > 0) {
        return Reason.UNAVAILABLE;
      }
      client.calls().ended(false);
      throw e;
    }
  }

  /** Ends a call that did not wait. */
  private Verdict ended(long more, long had, Reason reason) {
    Reason outcome = had > 0 && !reason.admits() ? Reason.ADMITTED : reason;
    client.calls().ended(outcome.admits());
    return verdicts.of(1, had + (reason.admits() ? more : 0), outcome);
  }
}
