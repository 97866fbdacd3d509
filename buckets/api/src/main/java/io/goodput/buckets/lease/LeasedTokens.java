package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.StoreException;
import io.goodput.buckets.store.BucketStore;
import io.goodput.buckets.store.Workers;
import io.goodput.core.bucket.AnswerAges;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.TokenRequest;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Spends leased tokens, and fetches more from the store, ahead of need and for all waiters
 * together. At most one fetch is in flight.
 */
final class LeasedTokens implements TokenSource {

  private final StoredBucket stored;
  private final Fallback fallback;
  private final Turn turn;
  private final OwedTokens owed;
  private final AnswerAges ages;
  private final Workers workers;
  private final long timeoutMillis;
  private final Leases leases;
  private final WaiterQueue waiters = new WaiterQueue();
  private final AtomicBoolean isFetchScheduled = new AtomicBoolean();

  /** What an operator has to fix, if that is why the latest request failed. */
  private volatile @Nullable BucketException problem;

  private volatile boolean closed;

  LeasedTokens(StoredBucket stored, Fallback fallback, Turn turn, OwedTokens owed, Client client) {
    this.stored = stored;
    this.fallback = fallback;
    this.turn = turn;
    this.owed = owed;
    this.ages = client.ages();
    this.workers = client.workers();
    this.timeoutMillis = client.timeoutMillis();
    this.leases = new Leases(client.time());
  }

  @Override
  public boolean spend(long tokens, long now) {
    if (!leases.spend(tokens, now)) {
      return false;
    }
    if (leases.isLow() && leases.pauseNanos() == 0) {
      startFetch();
    }
    return true;
  }

  @Override
  public Decision decide(long tokens, long now) {
    if (spend(tokens, now)) {
      return Decision.ADMITTED;
    }
    boolean paused = leases.pauseNanos() > 0;
    if (tokens == 1 && leases.isBucketLow() && isFetchAhead(paused)) {
      // Leases serve callers of one token after the next answer. No caller waits for it.
      leases.missed(tokens);
      fetchAfterPause();
      return Decision.REJECTED;
    }
    if (paused && !leases.isUnreachable() && stored.hasLeft(tokens)) {
      // The pause is for callers that need more.
      leases.endPause();
      paused = false;
    }
    if (!paused && !leases.isUnreachable()) {
      return Decision.UNDECIDED;
    }
    if (!paused) {
      // This caller does not wait for the answer: the store was unavailable.
      startFetch();
    }
    BucketException toFix = problem;
    if (toFix != null) {
      throw toFix.again();
    }
    return admitsWithoutStore(tokens) ? Decision.ADMITTED : Decision.REJECTED;
  }

  @Override
  public void enqueue(Waiter waiter) {
    if (isUnavailable() && fallback.admits(waiter.tokens())) {
      waiter.answer(true);
      return;
    }
    waiters.add(waiter);
    if (isClosed()) {
      rejectAll();
    } else {
      fetchSoon();
    }
  }

  @Override
  public long unspent(long now) {
    return leases.unspent(now);
  }

  @Override
  public long pauseNanos() {
    return leases.pauseNanos();
  }

  @Override
  public boolean isIdle() {
    return waiters.isEmpty() && owed.isEmpty() && !leases.isRequesting();
  }

  @Override
  public boolean isUnavailable() {
    return leases.isUnreachable() && problem == null;
  }

  @Override
  public void close() {
    closed = true;
    rejectAll();
    giveBack();
  }

  private boolean isClosed() {
    return closed || workers.areClosed();
  }

  private void rejectAll() {
    waiters.rejectAll();
    waiters.removeAnswered();
    owed.rejectAll();
  }

  private void giveBack() {
    leases.surrender().forEach(stored::giveBack);
  }

  private boolean admitsWithoutStore(long tokens) {
    leases.missed(tokens);
    return isUnavailable() && fallback.admits(tokens);
  }

  private boolean isFetchAhead(boolean paused) {
    return paused || leases.isRequesting() || isFetchScheduled.get();
  }

  /** Fetches tokens now, or as soon as the pause is over. */
  private void fetchSoon() {
    long pause = leases.pauseNanos();
    if (pause == 0) {
      startFetch();
    } else {
      fetchAfterPause();
    }
  }

  private void fetchAfterPause() {
    if (isFetchScheduled.get() || !isFetchScheduled.compareAndSet(false, true)) {
      return;
    }
    long pause = Math.max(leases.pauseNanos(), SHORTEST_PAUSE);
    if (workers.later(this::fetchScheduled, pause) == null) {
      isFetchScheduled.set(false);
      rejectAll();
    }
  }

  private void fetchScheduled() {
    if (leases.pauseNanos() == 0) {
      // Callers find a fetch that is scheduled or in flight.
      startFetch();
    }
    isFetchScheduled.set(false);
    if (!waiters.isEmpty()) {
      fetchSoon();
    }
  }

  private void startFetch() {
    if (leases.beginRequest()) {
      Fetch fetch = new Fetch();
      if (!stored.takeTogether(fetch)) {
        fetch.alone(null);
      }
    }
  }

  /** A request for those who wait when it is sent. */
  private final class Fetch implements Joined {

    private Batch batch = new Batch(List.of());

    @Override
    public @Nullable TokenRequest next() {
      TokenRequest request = TokenRequest.NOTHING;
      try {
        request = prepared();
      } finally {
        if (request.most() == 0) {
          end(leases::cancelRequest);
        }
      }
      return request.most() == 0 ? null : request;
    }

    private TokenRequest prepared() {
      Waiter first = first();
      batch = waiters.next(first, leases::spend, stored.rates().burst());
      TokenRequest request = leases.request(stored.rates(), batch.smallest(), batch.tokens(), ages);
      return first == null ? request : first.waiting(request);
    }

    @Override
    public long millis() {
      return batch.statementMillis(timeoutMillis);
    }

    @Override
    public void alone(@Nullable TokenRequest request) {
      boolean started;
      try {
        started = workers.run(() -> takeAlone(request == null ? next() : request));
      } catch (RuntimeException | Error e) {
        // There is no thread for the request.
        end(
            () -> {
              leases.failed();
              stored.reportFailure(new StoreException("The request did not start: " + e, e));
            });
        return;
      }
      if (!started) {
        leases.cancelRequest();
        rejectAll();
      }
    }

    private void takeAlone(@Nullable TokenRequest request) {
      if (request == null) {
        return;
      }
      Runnable outcome = leases::cancelRequest;
      try {
        BucketStore.Answer answer = stored.take(request, millis());
        outcome = () -> admit(batch, request, answer);
      } catch (StoreException e) {
        outcome = this::fallBack;
      } catch (BucketException e) {
        outcome = () -> failAll(e);
      } finally {
        end(outcome);
      }
    }

    @Override
    public void answered(TokenRequest request, BucketStore.Answer answer) {
      end(() -> admit(batch, request, answer));
    }

    @Override
    public void failed() {
      end(this::fallBack);
    }

    @Override
    public void failed(BucketException toFix) {
      end(() -> failAll(toFix));
    }

    private void fallBack() {
      problem = null;
      leases.failed();
      batch.waiters().forEach(Waiter::lostAnswer);
      batch.fallBack(fallback::admits);
    }

    private void failAll(BucketException toFix) {
      problem = toFix;
      leases.failed();
      waiters.failAll(toFix);
    }

    private void end(Runnable outcome) {
      boolean ended = false;
      try {
        outcome.run();
        ended = true;
      } finally {
        if (!ended) {
          leases.cancelRequest();
        }
      }
      fetched();
    }
  }

  private void fetched() {
    if (closed && !workers.run(this::giveBack)) {
      giveBack();
    }
    if (leases.pauseNanos() > 0) {
      // Others came too late for this answer.
      answerLate();
    }
    waiters.removeAnswered();
    if (!waiters.isEmpty()) {
      fetchSoon();
    }
  }

  /** A caller to be served alone: whose turn it is, or whose turn was too short. */
  private @Nullable Waiter first() {
    Waiter ofTurn = turn.waiter();
    return ofTurn != null
        ? ofTurn
        : waiters.first(waiter -> waiter.hasHadTurn() && stored.mayOwe(waiter));
  }

  /**
   * Asks again if the latest answer left enough for a late caller; otherwise answers late callers
   * now.
   */
  private void answerLate() {
    // Those who come from now on get an answer of their own.
    List<Waiter> late = waiters.impatient();
    boolean isEnoughLeft = late.stream().anyMatch(waiter -> stored.hasLeft(waiter.tokens()));
    if (isEnoughLeft && !turn.isTaken() && !leases.isUnreachable()) {
      leases.endPause();
    } else if (!leases.isRequesting()) {
      // Otherwise the next answer is for them.
      late.forEach(waiter -> waiter.answer(admitsNow(waiter.tokens())));
    }
  }

  private boolean admitsNow(long tokens) {
    return leases.spend(tokens) || admitsWithoutStore(tokens);
  }

  private void admit(Batch batch, TokenRequest request, BucketStore.Answer answer) {
    problem = null;
    Grant grant = answer.grant();
    if (grant.isOwed()) {
      leases.answered(answer.inForce(), request, grant, 0, answer.since());
      owe(batch.waiters().get(0), request, answer);
      return;
    }
    long left = batch.admit(grant.tokens());
    leases.answered(answer.inForce(), request, grant, left, answer.since());
    batch.rejectImpatient();
    batch.rejectLargerThan(answer.inForce().burst());
    batch.offer(
        turn, Math.max(leases.pauseNanos(), TimeUnit.MICROSECONDS.toNanos(grant.enoughIn())));
  }

  private void owe(Waiter waiter, TokenRequest request, BucketStore.Answer answer) {
    waiters.remove(waiter);
    turn.end(waiter);
    owed.await(waiter, request, answer, this::enqueue);
  }
}
