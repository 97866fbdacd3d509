package io.goodput.sql;

import io.goodput.core.bucket.Rate;
import io.goodput.core.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How callers wait, whichever way tokens are taken: never longer than they want to. */
abstract class SharedBucket implements TokenBucket {

  static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
  static final long PAUSE_WHILE_AWAY = TimeUnit.MILLISECONDS.toNanos(200);

  private static final long LONGEST_STATEMENT_MILLIS = 5_000;

  /** Longer is as good as for ever, and would overflow a clock. */
  private static final Duration LONGEST_WAIT = Duration.ofDays(365);

  private final String id;
  private final BucketOptions options;
  private final long patienceMillis;
  private final Workers workers;
  private final WhileAway whileAway;

  SharedBucket(
      String id, BucketOptions options, long patienceMillis, Workers workers, TimeSource time) {
    this.id = id;
    this.options = options;
    this.patienceMillis = patienceMillis;
    this.workers = workers;
    this.whileAway = new WhileAway(options.whileAway(), time);
  }

  /** Spends tokens in hand. */
  abstract boolean spend(long tokens);

  /** Whether the database did not answer when it was last asked. */
  abstract boolean isAway();

  /** Sees to it that a waiter is answered, if it can be before its caller gives up. */
  abstract void enqueue(Waiter waiter);

  /** Ends what is in hand. */
  abstract void close();

  @Override
  public final String id() {
    return id;
  }

  final Rate rate() {
    return options.rate();
  }

  final BucketOptions options() {
    return options;
  }

  final boolean whileAway(long tokens) {
    return whileAway.admits(tokens);
  }

  /** Milliseconds that a statement may take which this caller waits for. */
  final long patienceFor(Waiter waiter) {
    long left = TimeUnit.NANOSECONDS.toMillis(waiter.nanosLeft());
    return Math.max(patienceMillis, Math.min(left, LONGEST_STATEMENT_MILLIS));
  }

  final long patienceMillis() {
    return patienceMillis;
  }

  @Override
  public boolean tryAcquire(long tokens) {
    return spend(checked(tokens))
        || answered(waiter(tokens, TimeUnit.MILLISECONDS.toNanos(patienceMillis), false));
  }

  @Override
  public final boolean acquire(long tokens, Duration timeout) throws InterruptedException {
    if (spend(checked(tokens))) {
      return true;
    }
    Waiter waiter = waiter(tokens, nanos(timeout), true);
    enqueue(waiter);
    return await(waiter);
  }

  @Override
  public final CompletableFuture<Boolean> acquireAsync(long tokens, Duration timeout) {
    if (spend(checked(tokens))) {
      return CompletableFuture.completedFuture(true);
    }
    long nanos = nanos(timeout);
    Waiter waiter = waiter(tokens, nanos, true);
    workers.later(() -> giveUp(waiter), nanos);
    enqueue(waiter);
    return waiter;
  }

  final boolean answered(Waiter waiter) {
    enqueue(waiter);
    try {
      return await(waiter);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !waiter.complete(false) && waiter.join();
    }
  }

  final long checked(long tokens) {
    if (tokens < 1 || tokens > rate().burst()) {
      throw new IllegalArgumentException(
          "%d tokens cannot be taken from bucket '%s': take 1 to %d, its burst."
              .formatted(tokens, id, rate().burst()));
    }
    return tokens;
  }

  private static Waiter waiter(long tokens, long nanos, boolean patient) {
    return new Waiter(tokens, System.nanoTime() + nanos, patient);
  }

  private static long nanos(Duration timeout) {
    return (timeout.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : timeout).toNanos();
  }

  private boolean await(Waiter waiter) throws InterruptedException {
    try {
      return waiter.get(Math.max(0, waiter.nanosLeft()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return giveUp(waiter);
    } catch (ExecutionException e) {
      throw new IllegalStateException("Waiters are never completed exceptionally.", e);
    }
  }

  /** What is decided when the time is over: without an answer, as if the database were away. */
  private boolean giveUp(Waiter waiter) {
    if (waiter.isDone()) {
      return waiter.join();
    }
    boolean unanswered = !waiter.isPatient() || isAway();
    waiter.complete(unanswered && whileAway(waiter.tokens()));
    return waiter.join();
  }
}
