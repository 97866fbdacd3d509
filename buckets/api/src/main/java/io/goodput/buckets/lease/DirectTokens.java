package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.StoreException;
import io.goodput.buckets.store.BucketStore;
import io.goodput.buckets.store.Workers;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.TokenRequest;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Sends a request to the store for each waiter. */
final class DirectTokens implements TokenSource {

  private static final long PAUSE_WHILE_UNAVAILABLE = TimeUnit.MILLISECONDS.toNanos(200);

  /** After that time, a waiter notices that an operator filled the bucket. */
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

  private static final long PAUSE_OUT_OF_TURN = TimeUnit.MILLISECONDS.toNanos(20);

  private final StoredBucket stored;
  private final Fallback fallback;
  private final Turn turn;
  private final OwedTokens owed;
  private final Workers workers;
  private final long timeoutMillis;
  private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
  private volatile boolean unavailable;
  private volatile boolean closed;

  DirectTokens(StoredBucket stored, Fallback fallback, Turn turn, OwedTokens owed, Client client) {
    this.stored = stored;
    this.fallback = fallback;
    this.turn = turn;
    this.owed = owed;
    this.workers = client.workers();
    this.timeoutMillis = client.timeoutMillis();
  }

  @Override
  public boolean spend(long tokens, long now) {
    return false;
  }

  @Override
  public Decision decide(long tokens, long now) {
    return Decision.UNDECIDED;
  }

  @Override
  public void enqueue(Waiter waiter) {
    if (waiter.isAnswered()) {
      waiters.remove(waiter);
      return;
    }
    if (unavailable && turn.isOfAnother(waiter) && fallback.admits(waiter.tokens())) {
      answer(waiter, true);
      return;
    }
    waiters.add(waiter);
    boolean started;
    try {
      started =
          !closed
              && (turn.isOfAnother(waiter)
                  ? workers.later(() -> enqueue(waiter), PAUSE_OUT_OF_TURN) != null
                  : workers.run(() -> take(waiter)));
    } catch (RuntimeException | Error e) {
      // There is no thread for the request.
      stored.reportFailure(new StoreException("The request did not start: " + e, e));
      started = false;
    }
    if (!started) {
      answer(waiter, false);
    }
  }

  @Override
  public long unspent(long now) {
    return 0;
  }

  @Override
  public long pauseNanos() {
    return unavailable ? PAUSE_WHILE_UNAVAILABLE : 0;
  }

  @Override
  public boolean isIdle() {
    return waiters.isEmpty() && owed.isEmpty();
  }

  @Override
  public boolean isUnavailable() {
    return unavailable;
  }

  @Override
  public void close() {
    closed = true;
    waiters.forEach(waiter -> answer(waiter, false));
    owed.rejectAll();
  }

  private void take(Waiter waiter) {
    if (waiter.isAnswered()) {
      waiters.remove(waiter);
      return;
    }
    TokenRequest one = TokenRequest.forOne(waiter.tokens(), stored.life());
    TokenRequest request = waiter.hasHadTurn() ? waiter.waiting(one) : one;
    BucketStore.Answer answer;
    try {
      answer = stored.take(request, waiter.statementMillis(timeoutMillis));
    } catch (StoreException e) {
      unavailable = true;
      waiter.lostAnswer();
      answerOrRetry(waiter, fallback.admits(waiter.tokens()), PAUSE_WHILE_UNAVAILABLE);
      return;
    } catch (BucketException e) {
      waiter.fail(e);
      waiters.remove(waiter);
      return;
    }
    unavailable = false;
    Grant grant = answer.grant();
    if (grant.isOwed()) {
      waiters.remove(waiter);
      turn.end(waiter);
      owed.await(waiter, request, answer, this::enqueue);
      return;
    }
    long pause = Math.min(TimeUnit.MICROSECONDS.toNanos(grant.enoughIn()), LONGEST_PAUSE);
    if (grant.tokens() == 0) {
      turn.offer(waiter, TimeUnit.MICROSECONDS.toNanos(grant.enoughIn()));
    }
    if (grant.tokens() == 0 && waiter.tokens() > stored.rates().burst()) {
      answer(waiter, false);
      return;
    }
    if (grant.tokens() == 0) {
      answerOrRetry(waiter, false, pause);
      return;
    }
    waiters.remove(waiter);
    if (!waiter.answer(true)) {
      // The caller has left.
      stored.refund(grant.tokens());
    }
  }

  private void answerOrRetry(Waiter waiter, boolean acquired, long pause) {
    if (acquired || !waiter.waitsForTokens()) {
      answer(waiter, acquired);
    } else if (workers.later(() -> enqueue(waiter), Math.max(pause, SHORTEST_PAUSE)) == null) {
      answer(waiter, false);
    }
  }

  private void answer(Waiter waiter, boolean acquired) {
    waiter.answer(acquired);
    waiters.remove(waiter);
  }
}
