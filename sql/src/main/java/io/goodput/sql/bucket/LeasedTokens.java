package io.goodput.sql.bucket;

import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.TokenRequest;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Spends leased tokens, and fetches more from the store, ahead of need and for all waiters
 * together. At most one fetch is in flight.
 */
final class LeasedTokens implements TokenSource {

  private final StoredBucket stored;
  private final Fallback fallback;
  private final Workers workers;
  private final long patienceMillis;
  private final long burst;
  private final Leases leases;
  private final WaiterQueue waiters = new WaiterQueue();
  private final AtomicBoolean isFetchScheduled = new AtomicBoolean();

  LeasedTokens(Rate rate, StoredBucket stored, Fallback fallback, Client client) {
    this.stored = stored;
    this.fallback = fallback;
    this.workers = client.workers();
    this.patienceMillis = client.patienceMillis();
    this.burst = rate.burst();
    this.leases = new Leases(rate, client.time());
  }

  @Override
  public boolean spend(long tokens) {
    if (!leases.spend(tokens)) {
      return false;
    }
    if (leases.isLow() && leases.pauseNanos() == 0) {
      startFetch();
    }
    return true;
  }

  @Override
  public Decision decide(long tokens) {
    if (spend(tokens)) {
      return Decision.ADMITTED;
    }
    boolean paused = leases.pauseNanos() > 0;
    if (!paused && !leases.isUnreachable()) {
      return Decision.UNDECIDED;
    }
    if (!paused) {
      // This caller does not wait for the answer: the store was unavailable.
      startFetch();
    }
    return admitsWithoutStore(tokens) ? Decision.ADMITTED : Decision.REJECTED;
  }

  @Override
  public void enqueue(Waiter waiter) {
    if (leases.isUnreachable() && fallback.admits(waiter.tokens())) {
      waiter.answer(true);
      return;
    }
    waiters.add(waiter);
    if (workers.areClosed()) {
      waiters.rejectAll();
    } else {
      fetchSoon();
    }
  }

  @Override
  public boolean isUnavailable() {
    return leases.isUnreachable();
  }

  @Override
  public void close() {
    waiters.rejectAll();
    leases.surrender().forEach(stored::giveBack);
  }

  private boolean admitsWithoutStore(long tokens) {
    leases.missed(tokens);
    return leases.isUnreachable() && fallback.admits(tokens);
  }

  /** Fetches tokens now, or as soon as the pause is over. */
  private void fetchSoon() {
    long pause = leases.pauseNanos();
    if (pause == 0) {
      startFetch();
    } else if (isFetchScheduled.compareAndSet(false, true)) {
      workers.later(
          () -> {
            isFetchScheduled.set(false);
            fetchSoon();
          },
          Math.max(pause, SHORTEST_PAUSE));
    }
  }

  private void startFetch() {
    if (leases.beginRequest() && !workers.run(this::fetch)) {
      leases.cancelRequest();
      waiters.rejectAll();
    }
  }

  private void fetch() {
    Batch batch = waiters.next(leases::spend, burst);
    TokenRequest request = leases.request(batch.smallest(), batch.tokens());
    if (request.most() == 0) {
      leases.cancelRequest();
    } else {
      take(request, batch);
    }
    if (leases.pauseNanos() > 0) {
      // They came too late for this answer, and must not wait for the next one.
      waiters.answerImpatient(tokens -> leases.spend(tokens) || admitsWithoutStore(tokens));
    }
    waiters.removeAnswered();
    if (!waiters.isEmpty()) {
      fetchSoon();
    }
  }

  private void take(TokenRequest request, Batch batch) {
    Grant grant;
    try {
      grant = stored.take(request, batch.statementMillis(patienceMillis));
    } catch (SQLException e) {
      leases.failed();
      stored.reportFailure(e);
      batch.fallBack(fallback::admits);
      return;
    }
    long left = batch.admit(grant.tokens());
    leases.answered(request, grant, left);
    batch.rejectImpatient();
  }
}
