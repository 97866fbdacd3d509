package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.StoreException;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.Verdict;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
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
  private final StoredBucket stored;
  private final LeasedTokens leased;
  private final Fetcher fetcher;
  private final Fallback fallback;
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
    this.client = client;
    this.stored = new StoredBucket(id, stated, client);
    this.fallback = new Fallback(ofProcess, client.time());
    this.turn = new Turn(stored, client.time());
    Leases leases = isDirect ? Leases.direct(client.time()) : new Leases(client.time());
    this.fetcher =
        new Fetcher(leases, stored, fallback, turn, new OwedTokens(stored, client), client);
    this.leased = new LeasedTokens(leases, stored, fetcher);
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
        && fallback.isFull()
        && use.compareAndSet(Use.NONE, Use.FORGOTTEN);
  }

  /** Lets {@link #use} return false from now on. */
  public void forget() {
    use.set(Use.FORGOTTEN);
  }

  /** Tokens that are leased and not spent yet. */
  public long unspent() {
    return leased.unspent(client.time().monotonicNanos());
  }

  /** Whether no caller waits, and no request to the store is in progress. */
  boolean isIdle() {
    return fetcher.isIdle() && stored.isIdle();
  }

  @Override
  public Verdict tryAcquire(long tokens) {
    checked(tokens);
    if (turn.isTaken()) {
      return answer(tokens, fetcher.isUnavailable() && fallback.admits(tokens));
    }
    long now = client.time().monotonicNanos();
    return switch (acquire(tokens, now)) {
      case ADMITTED -> {
        client.calls().ended(true);
        yield stored.admitted(leased.unspent(now));
      }
      case REJECTED -> answer(tokens, false);
      case UNDECIDED -> awaitAnswer(tokens);
    };
  }

  @Override
  public Verdict tryAcquire(long tokens, Duration timeout) throws InterruptedException {
    if (spends(checked(tokens))) {
      return answer(tokens, true);
    }
    return awaited(tokens, waiter(tokens, nanos(timeout), true));
  }

  /** Lets a caller wait for its answer. */
  private Verdict awaited(long tokens, Waiter waiter) throws InterruptedException {
    long begin = client.time().monotonicNanos();
    client.calls().waits();
    boolean admitted = false;
    try {
      fetcher.enqueue(waiter);
      admitted = await(waiter);
    } finally {
      waited(begin, admitted);
    }
    return verdict(tokens, admitted);
  }

  private LeasedTokens.Decision acquire(long tokens, long now) {
    try {
      return leased.acquire(tokens, now);
    } catch (BucketException e) {
      client.calls().ended(false);
      throw e;
    }
  }

  /** Ends a call that had to wait. */
  private void waited(long begin, boolean admitted) {
    client.calls().waitsNoLonger();
    client.calls().ended(admitted);
    Duration took = Duration.ofNanos(client.time().monotonicNanos() - begin);
    client.listener().waited(id, admitted, took);
  }

  @Override
  public CompletableFuture<Verdict> acquireAsync(long tokens, Duration timeout) {
    if (spends(checked(tokens))) {
      return CompletableFuture.completedFuture(answer(tokens, true));
    }
    long begin = client.time().monotonicNanos();
    long nanos = nanos(timeout);
    Waiter waiter = waiter(tokens, nanos, true);
    Future<?> timer = client.workers().later(() -> giveUp(waiter), nanos);
    CompletableFuture<Verdict> future = new CompletableFuture<>();
    client.calls().waits();
    waiter.whenAnswered(
        (acquired, problem) -> {
          if (timer != null) {
            timer.cancel(false);
          }
          waited(begin, Boolean.TRUE.equals(acquired));
          client.workers().answer(() -> complete(future, tokens, acquired, problem));
        });
    // The caller may cancel or complete it.
    CompletableFuture<Verdict> unused = future.whenComplete((answer, e) -> waiter.answer(false));
    fetcher.enqueue(waiter);
    return future;
  }

  private void complete(
      CompletableFuture<Verdict> future,
      long tokens,
      @Nullable Boolean acquired,
      @Nullable Throwable problem) {
    if (problem == null) {
      future.complete(verdict(tokens, Boolean.TRUE.equals(acquired)));
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
    stored.refund(checkedRefund(tokens));
  }

  @Override
  public void debit(long tokens) {
    stored.refund(-checkedRefund(tokens));
  }

  @Override
  public Verdict peek() {
    Waiter waiter = waiter(1, TimeUnit.MILLISECONDS.toNanos(client.timeoutMillis()), false);
    try {
      if (!client.workers().run(() -> peek(waiter))) {
        waiter.answer(false);
      }
    } catch (RuntimeException | Error e) {
      // There is no thread for the request.
      stored.reportFailure(new StoreException("The request did not start: " + e, e));
      waiter.answer(false);
    }
    if (!isAnswered(waiter)) {
      return verdict(1, false);
    }
    Verdict known = verdict(1, true);
    return known.remaining() > 0 ? known : verdict(1, false);
  }

  /** Whether the store answers in time. Needs no tokens: those of the fallback stay. */
  private static boolean isAnswered(Waiter waiter) {
    try {
      return waiter.await();
    } catch (TimeoutException e) {
      return endNow(waiter);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return endNow(waiter);
    }
  }

  /** Rejects a caller that waits no longer. Returns whether it was admitted before. */
  private static boolean endNow(Waiter waiter) {
    return !waiter.answer(false) && waiter.answered();
  }

  private void peek(Waiter waiter) {
    try {
      stored.acquire(TokenRequest.NOTHING, client.timeoutMillis());
      waiter.answer(true);
    } catch (StoreException e) {
      waiter.answer(false);
    } catch (BucketException e) {
      waiter.fail(e);
    }
  }

  /** Ends a call that did not wait. */
  private Verdict answer(long tokens, boolean admitted) {
    client.calls().ended(admitted);
    return verdict(tokens, admitted);
  }

  private Verdict verdict(long tokens, boolean admitted) {
    long unspent = leased.unspent(client.time().monotonicNanos());
    return admitted
        ? stored.admitted(unspent)
        : stored.rejected(tokens, unspent, leased.pauseNanos());
  }

  private long checked(long tokens) {
    if (tokens < 1 || tokens > stored.mostTokens()) {
      throw new IllegalArgumentException(
          "%d tokens cannot be taken from bucket '%s': take 1 to %d, its burst."
              .formatted(tokens, id, stored.mostTokens()));
    }
    return tokens;
  }

  private long checkedRefund(long tokens) {
    if (tokens < 1 || tokens > Rate.MAX_BURST) {
      throw new IllegalArgumentException(
          "%d tokens of bucket '%s' are not possible here: choose 1 to %d."
              .formatted(tokens, id, Rate.MAX_BURST));
    }
    return tokens;
  }

  private Verdict awaitAnswer(long tokens) {
    Waiter waiter = waiter(tokens, TimeUnit.MILLISECONDS.toNanos(client.timeoutMillis()), false);
    try {
      return awaited(tokens, waiter);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return verdict(tokens, false);
    }
  }

  /** An interrupted caller gets no tokens, unless it has got them just before. */
  private boolean await(Waiter waiter) throws InterruptedException {
    try {
      return waiter.await();
    } catch (TimeoutException e) {
      return giveUp(waiter);
    } catch (InterruptedException e) {
      // What endNow throws must not lose the interrupt.
      Thread.currentThread().interrupt();
      if (endNow(waiter)) {
        return true;
      }
      boolean unused = Thread.interrupted();
      throw e;
    }
  }

  /** Answers a waiter whose time is over. No answer from the store counts as unavailable. */
  private boolean giveUp(Waiter waiter) {
    if (!waiter.isAnswered()) {
      boolean unavailable = !waiter.waitsForTokens() || fetcher.isUnavailable();
      waiter.answer(unavailable && fallback.admits(waiter.tokens()));
    }
    return waiter.answered();
  }

  private Waiter waiter(long tokens, long nanos, boolean waitsForTokens) {
    return new Waiter(tokens, nanos, waitsForTokens, client.time());
  }

  private static long nanos(Duration timeout) {
    return (timeout.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : timeout).toNanos();
  }
}
