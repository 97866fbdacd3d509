package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.Reason;
import io.goodput.buckets.StoreException;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.Verdict;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A bucket as one process uses it: callers wait for tokens, but never longer than they want to. */
public final class LeasedBucket implements TokenBucket, AutoCloseable {

  /** Longer timeouts are cut to this, because they would overflow the clock. */
  private static final Duration LONGEST_WAIT = Duration.ofDays(365);

  /** How a sweep has left this bucket. */
  private enum Use {
    /** Used since the last sweep. */
    RECENT,
    /** Not used since the last sweep. */
    NONE,
    /** Closed: another bucket replaces this one. */
    FORGOTTEN
  }

  private final String id;
  private final @Nullable Rates stated;
  private final StoredBucket stored;
  private final LeasedTokens leased;
  private final Fetcher fetcher;
  private final WithoutStore without;
  private final Verdicts verdicts;
  private final Amounts amounts;
  private final PartialCalls partial;
  private final Turn turn;
  private final Client client;
  private final AtomicReference<Use> use = new AtomicReference<>(Use.RECENT);

  /**
   * A bucket that the store has not answered for yet.
   *
   * @param stated the limits that this process states, null if the store has to know them
   * @param ofProcess what this process admits while the store is unavailable, null for nothing
   * @param isDirect whether the bucket takes no tokens in advance
   */
  public LeasedBucket(
      String id,
      @Nullable Rates stated,
      @Nullable Rates ofProcess,
      boolean isDirect,
      Client client) {
    this.id = id;
    this.stated = stated;
    this.client = client;
    this.stored = new StoredBucket(id, stated, client);
    this.turn = new Turn(stored, client.time());
    Leases leases = isDirect ? Leases.direct(client.time()) : new Leases(client.time());
    Fallback fallback = new Fallback(ofProcess, client.time());
    this.without = new WithoutStore(leases, fallback, client.availability());
    this.fetcher =
        new Fetcher(leases, stored, without, turn, new OwedTokens(stored, client), client);
    this.leased = new LeasedTokens(leases, stored, without, fetcher);
    this.verdicts = new Verdicts(stored, leased, without, client);
    this.amounts = new Amounts(id, stored, this::peek);
    this.partial = new PartialCalls(leased, without, turn, verdicts, client, this::awaited);
  }

  @Override
  public String id() {
    return id;
  }

  /** Marks this bucket as used. Returns false if it is forgotten. */
  public boolean use() {
    Use seen = use.getOpaque();
    return seen == Use.RECENT || use.compareAndSet(Use.NONE, Use.RECENT) || use.get() == Use.RECENT;
  }

  /** Returns whether no caller has used this bucket since the last sweep; then it is forgotten. */
  public boolean sweep() {
    return !use.compareAndSet(Use.RECENT, Use.NONE)
        && isIdle()
        && without.isFull()
        && use.compareAndSet(Use.NONE, Use.FORGOTTEN);
  }

  /** Lets {@link #use} return false from now on. */
  public void forget() {
    use.set(Use.FORGOTTEN);
  }

  /**
   * Hands the callers that wait to another bucket with this id, gives back the leased tokens, and
   * no longer states the limits of this one.
   */
  public void replaceBy(LeasedBucket next) {
    forget();
    fetcher.handTo(next.fetcher);
    stored.sendRefunds();
    Rates before = stated;
    if (before != null && !before.equals(next.stated)) {
      stored.report(() -> client.store().withdraw(id, before, client.timeoutMillis()));
      // States the new limits before anyone states those before again.
      Verdict unused = next.peek();
    }
  }

  /** Tokens that are leased and not spent yet. */
  public long unspent() {
    return leased.unspent(client.time().monotonicNanos());
  }

  /** The burst of the limits in force, as far as they are known. */
  public long burst() {
    return stored.rates().burst();
  }

  /** Whether no caller waits, and no request to the store is in progress. */
  boolean isIdle() {
    return fetcher.isIdle() && stored.isIdle();
  }

  @Override
  public Verdict tryAcquire(long tokens) {
    amounts.learn(tokens);
    amounts.checked(tokens);
    long now = client.time().monotonicNanos();
    Reason known = decide(tokens, now);
    if (known == Reason.ADMITTED) {
      client.calls().ended(true);
      return stored.admitted(known, tokens, leased.unspent(now));
    }
    return known == null
        ? verdict(tokens, awaited(waiter(tokens, timeoutNanos(), false)))
        : answer(tokens, known);
  }

  @Override
  public Verdict tryAcquireUpTo(long most) {
    amounts.learn(most);
    return partial.acquire(amounts.atMost(most));
  }

  @Override
  public Verdict tryAcquire(long tokens, Duration timeout) throws InterruptedException {
    if (!isWait(timeout)) {
      return tryAcquire(tokens);
    }
    amounts.learn(tokens);
    if (spends(amounts.checked(tokens))) {
      return answer(tokens, Reason.ADMITTED);
    }
    return verdict(tokens, answerOrInterrupt(waiter(tokens, nanos(timeout), true)));
  }

  /** Lets a caller wait for its answer. An interrupt ends the wait, and stays. */
  private Reason awaited(Waiter waiter) {
    try {
      return answerOrInterrupt(waiter);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Reason.UNAVAILABLE;
    }
  }

  /** Lets a caller wait for its answer. */
  private Reason answerOrInterrupt(Waiter waiter) throws InterruptedException {
    long begin = client.time().monotonicNanos();
    client.calls().waits();
    Reason reason = null;
    try {
      fetcher.enqueue(waiter);
      reason = await(waiter);
    } finally {
      waited(begin, reason);
    }
    return reason;
  }

  /** Answers a caller that does not wait for tokens, if that needs no request to the store. */
  private @Nullable Reason decide(long tokens, long now) {
    if (turn.isTaken()) {
      return without.isUnavailable() ? without.fallBack(tokens) : Reason.LIMIT;
    }
    try {
      return leased.acquire(tokens, now);
    } catch (BucketException e) {
      client.calls().ended(false);
      throw e;
    }
  }

  /** Ends a call that had to wait. The reason is null after an exception. */
  private void waited(long begin, @Nullable Reason reason) {
    boolean admitted = reason != null && reason.admits();
    client.calls().waitsNoLonger();
    client.calls().ended(admitted);
    Duration took = Duration.ofNanos(client.time().monotonicNanos() - begin);
    client.listener().waited(id, admitted, took);
  }

  @Override
  public CompletableFuture<Verdict> acquireAsync(long tokens, Duration timeout) {
    if (!isWait(timeout)) {
      return acquireAsync(amounts.checked(tokens));
    }
    if (spends(amounts.checked(tokens))) {
      return CompletableFuture.completedFuture(answer(tokens, Reason.ADMITTED));
    }
    return awaitedAsync(tokens, nanos(timeout), true);
  }

  /** For a caller that does not wait for tokens. */
  private CompletableFuture<Verdict> acquireAsync(long tokens) {
    try {
      Reason known = decide(tokens, client.time().monotonicNanos());
      return known == null
          ? awaitedAsync(tokens, timeoutNanos(), false)
          : CompletableFuture.completedFuture(answer(tokens, known));
    } catch (BucketException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletableFuture<Verdict> awaitedAsync(long tokens, long nanos, boolean isPatient) {
    long begin = client.time().monotonicNanos();
    Waiter waiter = waiter(tokens, nanos, isPatient);
    Future<?> timer = client.workers().later(() -> giveUp(waiter), nanos);
    CompletableFuture<Verdict> future = new CompletableFuture<>();
    client.calls().waits();
    waiter.whenAnswered(
        (reason, problem) -> {
          if (timer != null) {
            timer.cancel(false);
          }
          waited(begin, reason);
          client.workers().answer(() -> complete(future, tokens, reason, problem));
        });
    // The caller may cancel or complete it.
    CompletableFuture<Verdict> unused = future.whenComplete((answer, e) -> endNow(waiter));
    fetcher.enqueue(waiter);
    return future;
  }

  private void complete(
      CompletableFuture<Verdict> future,
      long tokens,
      @Nullable Reason reason,
      @Nullable Throwable problem) {
    if (reason != null) {
      future.complete(verdict(tokens, reason));
    } else {
      future.completeExceptionally(problem);
    }
  }

  private boolean spends(long tokens) {
    return !turn.isTaken() && leased.spend(tokens, client.time().monotonicNanos());
  }

  @Override
  public void close() {
    fetcher.close();
    stored.sendRefunds();
  }

  @Override
  public void refund(long tokens) {
    stored.refund(amounts.anyNumber(tokens));
  }

  @Override
  public void debit(long tokens) {
    stored.refund(-amounts.anyNumber(tokens));
  }

  @Override
  public Verdict peek() {
    Waiter waiter = waiter(1, timeoutNanos(), false);
    try {
      if (client.workers().areClosed()) {
        waiter.answer(Reason.CLOSED);
      } else if (!client.availability().mayAsk() || !client.workers().run(() -> peek(waiter))) {
        waiter.answer(Reason.UNAVAILABLE);
      }
    } catch (RuntimeException | Error e) {
      // There is no thread for the request.
      client.availability().ended();
      stored.reportFailure(new StoreException("The request did not start: " + e, e));
      waiter.answer(Reason.UNAVAILABLE);
    }
    Verdict known = verdicts.of(1, 0, answerOf(waiter));
    return known.admitted() && known.remaining() == 0 ? verdict(1, Reason.LIMIT) : known;
  }

  /** Whether the store answers in time. Needs no tokens: those of the fallback stay. */
  private static Reason answerOf(Waiter waiter) {
    try {
      return waiter.await();
    } catch (TimeoutException e) {
      endNow(waiter);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      endNow(waiter);
    }
    return waiter.answered();
  }

  /** Rejects a caller that waits no longer, unless it has an answer already. */
  private static void endNow(Waiter waiter) {
    waiter.answer(Reason.UNAVAILABLE);
  }

  private void peek(Waiter waiter) {
    try {
      stored.acquire(TokenRequest.NOTHING, client.timeoutMillis());
      waiter.answer(Reason.ADMITTED);
    } catch (StoreException e) {
      waiter.answer(Reason.UNAVAILABLE);
    } catch (BucketException e) {
      waiter.fail(e);
    }
  }

  /** Ends a call that did not wait. */
  private Verdict answer(long tokens, Reason reason) {
    client.calls().ended(reason.admits());
    return verdict(tokens, reason);
  }

  private Verdict verdict(long tokens, Reason reason) {
    return verdicts.of(tokens, reason);
  }

  /** How long a caller waits for the store. */
  private long timeoutNanos() {
    return TimeUnit.MILLISECONDS.toNanos(client.timeoutMillis());
  }

  /** An interrupted caller gets no tokens, unless it has got them just before. */
  private Reason await(Waiter waiter) throws InterruptedException {
    try {
      return waiter.await();
    } catch (TimeoutException e) {
      return giveUp(waiter);
    } catch (InterruptedException e) {
      // What endNow throws must not lose the interrupt.
      Thread.currentThread().interrupt();
      endNow(waiter);
      Reason reason = waiter.answered();
      if (reason.admits()) {
        return reason;
      }
      boolean unused = Thread.interrupted();
      throw e;
    }
  }

  /** Answers a waiter whose time is over. No answer from the store counts as unavailable. */
  private Reason giveUp(Waiter waiter) {
    if (!waiter.isAnswered()) {
      if (!waiter.waitsForTokens() && fetcher.isRequesting()) {
        client.availability().failed(waiter.begin());
      }
      boolean unavailable = !waiter.waitsForTokens() || without.isUnavailable();
      waiter.answer(unavailable ? without.fallBack(waiter.tokens()) : endOf(waiter));
    }
    return waiter.answered();
  }

  /** Why a caller that waited for tokens got none. */
  private Reason endOf(Waiter waiter) {
    boolean hasNoAnswer = fetcher.isRequesting() && stored.isSilentSince(waiter);
    return hasNoAnswer ? Reason.UNAVAILABLE : Reason.LIMIT;
  }

  private Waiter waiter(long tokens, long nanos, boolean waitsForTokens) {
    return new Waiter(tokens, nanos, waitsForTokens, client.time());
  }

  /** Whether a caller waits for tokens to flow in. */
  private static boolean isWait(Duration timeout) {
    return !timeout.isNegative() && !timeout.isZero();
  }

  private static long nanos(Duration timeout) {
    return (timeout.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : timeout).toNanos();
  }
}
