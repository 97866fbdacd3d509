package io.goodput.buckets.lease;

import io.goodput.buckets.Reason;
import java.util.List;

/**
 * Waiters that one request to the store serves together. Some may have an answer already when the
 * request ends, because their time was over.
 *
 * @param waiters in order of arrival
 */
record Batch(List<Waiter> waiters) {

  /** The tokens that all of them need. */
  long tokens() {
    long sum = 0;
    for (Waiter waiter : waiters) {
      sum += waiter.tokens();
    }
    return sum;
  }

  /** The fewest tokens that any of them needs, 1 if there are none. */
  long smallest() {
    long smallest = waiters.isEmpty() ? 1 : Long.MAX_VALUE;
    for (Waiter waiter : waiters) {
      smallest = Math.min(smallest, waiter.least());
    }
    return smallest;
  }

  /**
   * How long the request may take, as {@link Waiter#statementMillis} says for one waiter; as long
   * as any request while the store is away.
   */
  long statementMillis(Client client) {
    long timeoutMillis = client.timeoutMillis();
    if (client.availability().isAway()) {
      return timeoutMillis;
    }
    long longest = timeoutMillis;
    for (Waiter waiter : waiters) {
      longest = Math.max(longest, waiter.statementMillis(timeoutMillis));
    }
    return longest;
  }

  /**
   * Admits waiters in order, each one that the remaining tokens suffice for.
   *
   * @return the tokens that are left over
   */
  long admit(long tokens) {
    long left = tokens;
    for (Waiter waiter : waiters) {
      left -= waiter.take(left);
    }
    return left;
  }

  /** Gives a turn to the first waiter that the tokens did not suffice for, if it waits for them. */
  void offer(Turn turn, long nanos) {
    waiters.stream()
        .filter(waiter -> !waiter.isAnswered() && waiter.waitsForTokens())
        .findFirst()
        .ifPresent(waiter -> turn.offer(waiter, nanos));
  }

  /** Rejects the waiters that need more tokens than a full bucket has. */
  void rejectLargerThan(long burst) {
    for (Waiter waiter : waiters) {
      if (waiter.least() > burst) {
        waiter.answer(Reason.LIMIT);
      }
    }
  }

  /** Rejects the waiters that do not wait for tokens. */
  void rejectImpatient() {
    for (Waiter waiter : waiters) {
      if (!waiter.waitsForTokens()) {
        waiter.answer(Reason.LIMIT);
      }
    }
  }

  /** Admits waiters by a fallback, and rejects the others that do not wait for tokens. */
  void fallBack(WithoutStore without) {
    for (Waiter waiter : waiters) {
      Reason reason = without.fallBack(waiter.tokens());
      if (reason.admits() || !waiter.waitsForTokens()) {
        waiter.answer(reason);
      }
    }
  }
}
