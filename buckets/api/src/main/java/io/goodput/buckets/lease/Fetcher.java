package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.Reason;
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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Fetches tokens from the store, for all waiters together, and ahead of need. At most one fetch is
 * in flight. A direct bucket fetches what waiters ask for, when they do. Thread-safe.
 */
final class Fetcher {

  /** Shortest pause between two requests to the store, in nanoseconds. */
  private static final long SHORTEST_PAUSE = Nanos.PER_MILLI;

  private final Leases leases;
  private final StoredBucket stored;
  private final WithoutStore without;
  private final Turn turn;
  private final OwedTokens owed;
  private final Client client;
  private final Workers workers;
  private final WaiterQueue waiters = new WaiterQueue();
  private final LateCallers late;
  private final AtomicBoolean isFetchScheduled = new AtomicBoolean();

  private volatile boolean closed;

  /** Serves the waiters after this fetcher is closed; null if they are rejected. */
  private volatile @Nullable Fetcher successor;

  Fetcher(
      Leases leases,
      StoredBucket stored,
      WithoutStore without,
      Turn turn,
      OwedTokens owed,
      Client client) {
    this.leases = leases;
    this.stored = stored;
    this.without = without;
    this.turn = turn;
    this.owed = owed;
    this.client = client;
    this.workers = client.workers();
    this.late = new LateCallers(leases, stored, without, turn, waiters);
  }

  /** Answers a waiter when the store has tokens for it, unless its time is over before. */
  void enqueue(Waiter waiter) {
    if (!isClosed() && without.isUnavailable()) {
      Reason reason = without.fallBack(waiter.tokens());
      if (reason.admits() || !waiter.waitsForTokens()) {
        waiter.answer(reason);
        return;
      }
    }
    waiters.add(waiter);
    if (closed || workers.areClosed()) {
      rejectAll();
    } else {
      fetchSoon();
    }
  }

  /** Whether no caller waits, and no request to the store is in progress. */
  boolean isIdle() {
    return waiters.isEmpty() && owed.isEmpty() && !leases.isRequesting();
  }

  /** Rejects all waiters, now and later, and gives back the leased tokens. */
  void close() {
    closed = true;
    rejectAll();
    giveBack();
  }

  /** Lets another fetcher serve the waiters, now and later, and gives back the leased tokens. */
  void handTo(Fetcher next) {
    successor = next;
    close();
  }

  /** Whether a fetch is in flight. */
  boolean isRequesting() {
    return leases.isRequesting();
  }

  /** Whether a fetch is in flight, or scheduled. */
  boolean isAhead() {
    return leases.isRequesting() || isFetchScheduled.get();
  }

  /** Whether no more tokens will be fetched. */
  boolean isClosed() {
    return (closed && successor == null) || workers.areClosed();
  }

  private void rejectAll() {
    Fetcher next = successor;
    if (next != null) {
      waiters.moveTo(next::enqueue);
      return;
    }
    waiters.rejectAll(Reason.CLOSED);
    waiters.removeAnswered();
    owed.rejectAll(Reason.CLOSED);
  }

  private void giveBack() {
    leases.surrender().forEach(stored::giveBack);
  }

  /** Fetches tokens now, or as soon as the pause is over. */
  private void fetchSoon() {
    if (without.pauseNanos() == 0) {
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
    long pause = Math.max(without.shortPauseNanos(), SHORTEST_PAUSE);
    if (workers.later(this::fetchScheduled, pause) == null) {
      isFetchScheduled.set(false);
      rejectAll();
    }
  }

  private void fetchScheduled() {
    if (without.pauseNanos() == 0 && leases.unspent(client.time().monotonicNanos()) == 0) {
      // Callers find a fetch that is scheduled or in flight.
      fetch();
    }
    isFetchScheduled.set(false);
    if (!waiters.isEmpty()) {
      fetchSoon();
    }
  }

  /** Starts a fetch, unless one is in flight, or another bucket probes the store. */
  void fetch() {
    if (!closed && client.availability().pauseNanos() == 0 && leases.beginRequest()) {
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
        acquireAlone(next(), Long.MAX_VALUE);
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
      sent = stored.send(request, begin, batch.statementMillis(client));
      return sent.wanted();
    }

    /** What to request now; null for nothing any more, which ends the request. */
    private @Nullable TokenRequest next() {
      if (!client.availability().mayAsk()) {
        end(this::answerWithoutStore);
        return null;
      }
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
      if (request.most() == 0 && client.availability().isAway()) {
        return new TokenRequest(1, 0, 1, stored.life());
      }
      return first == null ? request : first.waiting(request.livingAtMost(stored.life()));
    }

    private void answerWithoutStore() {
      leases.cancelRequest();
      waiters.all().fallBack(without);
    }

    @Override
    public void answered(BucketStore.@Nullable Answer answer) {
      StoredBucket.Sent seen = sent;
      if (seen == null) {
        sendAlone(null);
      } else if (answer == null) {
        seen.cancel();
        sendPatiently(seen.request());
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
      start(workers::run, () -> acquireAlone(request == null ? next() : request, Long.MAX_VALUE));
    }

    /** Sends a request that may have to wait for others who use the bucket. */
    private void sendPatiently(TokenRequest request) {
      // Others wait for the same workers.
      start(workers::runPatiently, () -> acquireAlone(request, client.timeoutMillis()));
    }

    private void start(Predicate<Runnable> starter, Runnable task) {
      boolean started;
      try {
        started = starter.test(task);
      } catch (RuntimeException | Error e) {
        // There is no thread for the request.
        end(
            () -> {
              leases.failed();
              client.availability().ended();
              stored.reportFailure(new StoreException("The request did not start: " + e, e));
            });
        return;
      }
      if (!started) {
        leases.cancelRequest();
        rejectAll();
      }
    }

    private void acquireAlone(@Nullable TokenRequest request, long mostMillis) {
      if (request == null) {
        return;
      }
      Runnable outcome = leases::cancelRequest;
      try {
        BucketStore.Answer answer =
            stored.acquire(request, Math.min(batch.statementMillis(client), mostMillis));
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
      without.failed(null);
      batch.waiters().forEach(Waiter::lostAnswer);
      batch.fallBack(without);
    }

    private void failAll(BucketException toFix) {
      without.failed(toFix);
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
      late.answer();
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

  private void admit(Batch batch, TokenRequest request, BucketStore.Answer answer) {
    without.answered();
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
