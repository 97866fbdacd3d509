package io.goodput.sql.bucket;

import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.TokenRequest;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Sends a request to the store for each waiter. */
final class DirectTokens implements TokenSource {

  private static final long PAUSE_WHILE_UNAVAILABLE = TimeUnit.MILLISECONDS.toNanos(200);

  private final StoredBucket stored;
  private final Fallback fallback;
  private final Workers workers;
  private final long patienceMillis;
  private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
  private volatile boolean unavailable;

  DirectTokens(StoredBucket stored, Fallback fallback, Client client) {
    this.stored = stored;
    this.fallback = fallback;
    this.workers = client.workers();
    this.patienceMillis = client.patienceMillis();
  }

  @Override
  public boolean spend(long tokens) {
    return false;
  }

  @Override
  public Decision decide(long tokens) {
    return Decision.UNDECIDED;
  }

  @Override
  public void enqueue(Waiter waiter) {
    waiters.add(waiter);
    if (!workers.run(() -> take(waiter))) {
      answer(waiter, false);
    }
  }

  @Override
  public boolean isUnavailable() {
    return unavailable;
  }

  @Override
  public void close() {
    waiters.forEach(waiter -> answer(waiter, false));
  }

  private void take(Waiter waiter) {
    if (waiter.isAnswered()) {
      waiters.remove(waiter);
      return;
    }
    Grant grant;
    try {
      grant =
          stored.take(TokenRequest.forOne(waiter.tokens()), waiter.statementMillis(patienceMillis));
    } catch (SQLException e) {
      unavailable = true;
      stored.reportFailure(e);
      answerOrRetry(waiter, fallback.admits(waiter.tokens()), PAUSE_WHILE_UNAVAILABLE);
      return;
    }
    unavailable = false;
    long pause = TimeUnit.MICROSECONDS.toNanos(grant.enoughIn());
    answerOrRetry(waiter, grant.tokens() > 0, pause);
  }

  private void answerOrRetry(Waiter waiter, boolean acquired, long pause) {
    if (acquired || !waiter.waitsForTokens()) {
      answer(waiter, acquired);
    } else if (!workers.later(() -> enqueue(waiter), Math.max(pause, SHORTEST_PAUSE))) {
      answer(waiter, false);
    }
  }

  private void answer(Waiter waiter, boolean acquired) {
    waiter.answer(acquired);
    waiters.remove(waiter);
  }
}
