package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.StoreException;
import io.goodput.buckets.store.BucketStore;
import io.goodput.buckets.store.Workers;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.Nanos;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Fetches tokens from the store, for all waiters together, and ahead of need. At most one fetch is
 * in flight. A direct bucket leases nothing: it fetches what waiters ask for, when they do.
 * Thread-safe.
 */
final class Fetcher {

  /** Shortest pause between two requests to the store, in nanoseconds. */
  private static final long SHORTEST_PAUSE = Nanos.PER_MILLI;

  private final Leases leases;
  private final StoredBucket stored;
  private final Fallback fallback;
  private final Turn turn;
  private final OwedTokens owed;
  private final Client client;
  private final Workers workers;
  private final WaiterQueue waiters = new WaiterQueue();
  private final AtomicBoolean isFetchScheduled = new AtomicBoolean();

  /** What an operator has to fix, if that is why the latest request failed. */
  private volatile @Nullable BucketException problem;

  private volatile boolean closed;

  Fetcher(
      Leases leases,
      StoredBucket stored,
      Fallback fallback,
      Turn turn,
      OwedTokens owed,
      Client client) {
    this.leases = leases;
    this.stored = stored;
    this.fallback = fallback;
    this.turn = turn;
    this.owed = owed;
    this.client = client;
    this.workers = client.workers();
  }

  /** Answers a waiter when the store has tokens for it, unless its time is over before. */
  void enqueue(Waiter waiter) {
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

  /** Whether no caller waits, and no request to the store is in progress. */
  boolean isIdle() {
    return waiters.isEmpty() && owed.isEmpty() && !leases.isRequesting();
  }

  /** Whether the latest request to the store failed, and the next one may succeed. */
  boolean isUnavailable() {
    return leases.isUnreachable() && problem == null;
  }

  /** Rejects all waiters, now and later, and gives back the leased tokens. */
  void close() {
    closed = true;
    rejectAll();
    giveBack();
  }

  /**
   * Admits a caller by the fallback, if the store is unavailable.
   *
   * @throws BucketException if requests fail until an operator fixes the store
   */
  boolean admitsWithoutStore(long tokens) {
    BucketException toFix = problem;
    if (toFix != null) {
      throw toFix.again();
    }
    return fallsBack(tokens);
  }

  /** Whether a fetch is in flight, or scheduled. */
  boolean isAhead() {
    return leases.isRequesting() || isFetchScheduled.get();
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

  private boolean fallsBack(long tokens) {
    leases.missed(tokens);
    return isUnavailable() && fallback.admits(tokens);
  }

  /** Fetches tokens now, or as soon as the pause is over. */
  private void fetchSoon() {
    long pause = leases.pauseNanos();
    if (pause == 0) {
      fetch();
    } else {
      fetchAfterPause();
    }
  }

  /** Fetches tokens when the pause is over, also if no caller waits. */
  void fetchAfterPause() {
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
    if (leases.pauseNanos() == 0 && leases.unspent(client.time().monotonicNanos()) == 0) {
      // Callers find a fetch that is scheduled or in flight.
      fetch();
    }
    isFetchScheduled.set(false);
    if (!waiters.isEmpty()) {
      fetchSoon();
    }
  }

  /** Starts a fetch, unless one is in flight. */
  void fetch() {
    if (leases.beginRequest()) {
      new Fetch(client.time().monotonicNanos()).start();
    }
  }

  /** A request for those who wait when it is sent. */
  private final class Fetch implements Combined.Request {

    private final long begin;
    private Batch batch = new Batch(List.of());
    private StoredBucket.@Nullable Sent sent;

    Fetch(long begin) {
      this.begin = begin;
    }

    void start() {
      if (stored.isLocal()) {
        acquireAlone(next());
      } else if (stored.isCombined()) {
        client.combined().send(this, workers);
      } else {
        sendAlone(null);
      }
    }

    @Override
    public BucketStore.@Nullable Wanted wanted() {
      TokenRequest request = next();
      if (request == null) {
        return null;
      }
      sent = stored.send(request, begin, millis());
      return sent.wanted();
    }

    /** What to request now; null for nothing any more, which ends the request. */
    private @Nullable TokenRequest next() {
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
      TokenRequest request =
          leases.request(stored.rates(), batch.smallest(), batch.tokens(), client.ages());
      return first == null ? request : first.waiting(request);
    }

    private long millis() {
      return batch.statementMillis(client.timeoutMillis());
    }

    @Override
    public void answered(BucketStore.@Nullable Answer answer) {
      StoredBucket.Sent seen = sent;
      if (seen == null) {
        sendAlone(null);
      } else if (answer == null) {
        seen.cancel();
        sendAlone(seen.request());
      } else {
        receive(seen, answer);
      }
    }

    private void receive(StoredBucket.Sent seen, BucketStore.Answer answer) {
      TokenRequest again;
      try {
        again = seen.received(answer);
      } catch (StoreException e) {
        end(this::fallBack);
        return;
      } catch (BucketException e) {
        end(() -> failAll(e));
        return;
      }
      if (again == null) {
        end(() -> admit(batch, seen.request(), answer));
      } else {
        sendAlone(again);
      }
    }

    @Override
    public void failed(StoreException problem) {
      StoredBucket.Sent seen = sent;
      if (seen == null) {
        stored.reportFailure(problem);
      } else {
        seen.failed(problem);
      }
      end(this::fallBack);
    }

    /** Sends a request for this bucket only; null for what waiters want when it is sent. */
    private void sendAlone(@Nullable TokenRequest request) {
      boolean started;
      try {
        started = workers.run(() -> acquireAlone(request == null ? next() : request));
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

    private void acquireAlone(@Nullable TokenRequest request) {
      if (request == null) {
        return;
      }
      Runnable outcome = leases::cancelRequest;
      try {
        BucketStore.Answer answer = stored.acquire(request, millis());
        outcome = () -> admit(batch, request, answer);
      } catch (StoreException e) {
        outcome = this::fallBack;
      } catch (BucketException e) {
        outcome = () -> failAll(e);
      } finally {
        end(outcome);
      }
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
    // The next fetch from a local store must not be within this one.
    if (!waiters.isEmpty() && !(stored.isLocal() && workers.run(this::fetchSoon))) {
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
    boolean isEnoughLeft =
        late.stream().anyMatch(waiter -> leases.areDirect() || stored.hasLeft(waiter.tokens()));
    if (isEnoughLeft && !turn.isTaken() && !leases.isUnreachable()) {
      leases.endPause();
    } else if (!leases.isRequesting()) {
      // Otherwise the next answer is for them.
      late.forEach(waiter -> waiter.answer(admitsNow(waiter.tokens())));
    }
  }

  private boolean admitsNow(long tokens) {
    return leases.spend(tokens) || fallsBack(tokens);
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
    long kept = leases.areDirect() ? 0 : left;
    leases.answered(answer.inForce(), request, grant, kept, answer.since());
    if (left > kept) {
      // Callers have left, or need more.
      stored.refund(left);
    }
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
