package io.goodput.sql.bucket;

import io.goodput.core.bucket.Rate;
import io.goodput.sql.TokenBucket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Lets callers wait for tokens of any source, but never longer than they want to. */
public final class SharedBucket implements TokenBucket, AutoCloseable {

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
  private final long burst;
  private final TokenSource source;
  private final Fallback fallback;
  private final Turn turn;
  private final Client client;
  private final AtomicReference<Use> use = new AtomicReference<>(Use.RECENT);

  private SharedBucket(
      String id, Rate rate, TokenSource source, Fallback fallback, Turn turn, Client client) {
    this.id = id;
    this.burst = rate.burst();
    this.source = source;
    this.fallback = fallback;
    this.turn = turn;
    this.client = client;
  }

  /**
   * A bucket that takes tokens in advance, and spends them without I/O.
   *
   * @param fallbackRate what this process admits while the store is unavailable, null for nothing
   */
  public static SharedBucket leased(
      String id, Rate rate, @Nullable Rate fallbackRate, Client client) {
    Fallback fallback = new Fallback(fallbackRate, client.time());
    Turn turn = new Turn(rate, client.time());
    StoredBucket stored = new StoredBucket(id, rate, client);
    TokenSource source = new LeasedTokens(rate, stored, fallback, turn, client);
    return new SharedBucket(id, rate, source, fallback, turn, client);
  }

  /**
   * A bucket that sends a request to the store for each caller.
   *
   * @param fallbackRate what this process admits while the store is unavailable, null for nothing
   */
  public static SharedBucket direct(
      String id, Rate rate, @Nullable Rate fallbackRate, Client client) {
    Fallback fallback = new Fallback(fallbackRate, client.time());
    Turn turn = new Turn(rate, client.time());
    StoredBucket stored = new StoredBucket(id, rate, client);
    TokenSource source = new DirectTokens(stored, fallback, turn, client);
    return new SharedBucket(id, rate, source, fallback, turn, client);
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
        && source.isIdle()
        && fallback.isFull()
        && use.compareAndSet(Use.NONE, Use.FORGOTTEN);
  }

  /** Lets {@link #use} return false from now on. */
  public void forget() {
    use.set(Use.FORGOTTEN);
  }

  /** Whether no caller waits, and no request to the store is in progress. */
  boolean isIdle() {
    return source.isIdle();
  }

  @Override
  public boolean tryAcquire(long tokens) {
    checked(tokens);
    if (turn.isTaken()) {
      return false;
    }
    return switch (source.decide(tokens)) {
      case ADMITTED -> true;
      case REJECTED -> false;
      case UNDECIDED -> awaitAnswer(tokens);
    };
  }

  @Override
  public boolean acquire(long tokens, Duration timeout) throws InterruptedException {
    if (spends(checked(tokens))) {
      return true;
    }
    Waiter waiter = waiter(tokens, nanos(timeout), true);
    source.enqueue(waiter);
    return await(waiter);
  }

  @Override
  public CompletableFuture<Boolean> acquireAsync(long tokens, Duration timeout) {
    if (spends(checked(tokens))) {
      return CompletableFuture.completedFuture(true);
    }
    long nanos = nanos(timeout);
    Waiter waiter = waiter(tokens, nanos, true);
    Future<?> timer = client.workers().later(() -> giveUp(waiter), nanos);
    CompletableFuture<Boolean> future = new CompletableFuture<>();
    waiter.whenAnswered(
        (acquired, problem) -> {
          if (timer != null) {
            timer.cancel(false);
          }
          client.workers().answer(() -> complete(future, acquired, problem));
        });
    // The caller may cancel or complete it.
    CompletableFuture<Boolean> unused = future.whenComplete((answer, e) -> waiter.answer(false));
    source.enqueue(waiter);
    return future;
  }

  private static void complete(
      CompletableFuture<Boolean> future, @Nullable Boolean acquired, @Nullable Throwable problem) {
    if (problem == null) {
      future.complete(acquired);
    } else {
      future.completeExceptionally(problem);
    }
  }

  private boolean spends(long tokens) {
    return !turn.isTaken() && source.spend(tokens);
  }

  @Override
  public void close() {
    source.close();
  }

  private long checked(long tokens) {
    if (tokens < 1 || tokens > burst) {
      throw new IllegalArgumentException(
          "%d tokens cannot be taken from bucket '%s': take 1 to %d, its burst."
              .formatted(tokens, id, burst));
    }
    return tokens;
  }

  private boolean awaitAnswer(long tokens) {
    Waiter waiter = waiter(tokens, TimeUnit.MILLISECONDS.toNanos(client.patienceMillis()), false);
    source.enqueue(waiter);
    try {
      return await(waiter);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !waiter.answer(false) && waiter.answered();
    }
  }

  private boolean await(Waiter waiter) throws InterruptedException {
    try {
      return waiter.await();
    } catch (TimeoutException e) {
      return giveUp(waiter);
    }
  }

  /** Answers a waiter whose time is over. No answer from the store counts as unavailable. */
  private boolean giveUp(Waiter waiter) {
    if (!waiter.isAnswered()) {
      boolean unavailable = !waiter.waitsForTokens() || source.isUnavailable();
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
