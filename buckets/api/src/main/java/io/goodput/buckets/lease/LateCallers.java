package io.goodput.buckets.lease;

import io.goodput.buckets.Reason;
import io.goodput.core.bucket.Leases;
import java.util.List;

/** Callers that came too late for the latest answer of the store. Thread-safe. */
final class LateCallers {

  private final Leases leases;
  private final StoredBucket stored;
  private final WithoutStore without;
  private final Turn turn;
  private final WaiterQueue waiters;

  LateCallers(
      Leases leases, StoredBucket stored, WithoutStore without, Turn turn, WaiterQueue waiters) {
    this.leases = leases;
    this.stored = stored;
    this.without = without;
    this.turn = turn;
    this.waiters = waiters;
  }

  /**
   * Asks again if the latest answer left enough for a late caller; otherwise answers late callers
   * now.
   */
  void answer() {
    // Those who come from now on get an answer of their own.
    List<Waiter> late = waiters.impatient();
    boolean isEnoughLeft =
        late.stream().anyMatch(waiter -> leases.areDirect() || stored.hasLeft(waiter.least()));
    if (isEnoughLeft && !turn.isTaken() && !leases.isUnreachable()) {
      leases.endPause();
    } else if (!leases.isRequesting()) {
      // Otherwise the next answer is for them.
      late.forEach(waiter -> waiter.answer(now(waiter.tokens())));
    }
  }

  private Reason now(long tokens) {
    return leases.spend(tokens) ? Reason.ADMITTED : without.answerLate(tokens);
  }
}
