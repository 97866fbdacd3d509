package io.goodput.sql.bucket;

import io.goodput.core.bucket.Rate;
import io.goodput.sql.TokenBucket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Lets callers wait for tokens of any source, but never longer than they want to. */
public final class SharedBucket implements TokenBucket, AutoCloseable {

  /** Longer timeouts are cut to this, because they would overflow the clock. */
  private static final Duration LONGEST_WAIT = Duration.ofDays(365);

  private final String id;
  private final long burst;
  private final TokenSource source;
  private final Fallback fallback;
  private final Client client;

  private SharedBucket(
      String id, long burst, TokenSource source, Fallback fallback, Client client) {
    this.id = id;
    this.burst = burst;
    this.source = source;
    this.fallback = fallback;
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
    StoredBucket stored = new StoredBucket(id, rate, client);
    TokenSource source = new LeasedTokens(rate, stored, fallback, client);
    return new SharedBucket(id, rate.burst(), source, fallback, client);
  }

  /**
   * A bucket that sends a request to the store for each caller.
   *
   * @param fallbackRate what this process admits while the store is unavailable, null for nothing
   */
  public static SharedBucket direct(
      String id, Rate rate, @Nullable Rate fallbackRate, Client client) {
    Fallback fallback = new Fallback(fallbackRate, client.time());
    StoredBucket stored = new StoredBucket(id, rate, client);
    TokenSource source = new DirectTokens(stored, fallback, client);
    return new SharedBucket(id, rate.burst(), source, fallback, client);
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public boolean tryAcquire(long tokens) {
    return switch (source.decide(checked(tokens))) {
      case ADMITTED -> true;
      case REJECTED -> false;
      case UNDECIDED -> awaitAnswer(tokens);
    };
  }

  @Override
  public boolean acquire(long tokens, Duration timeout) throws InterruptedException {
    if (source.spend(checked(tokens))) {
      return true;
    }
    Waiter waiter = waiter(tokens, nanos(timeout), true);
    source.enqueue(waiter);
    return await(waiter);
  }

  @Override
  public CompletableFuture<Boolean> acquireAsync(long tokens, Duration timeout) {
    if (source.spend(checked(tokens))) {
      return CompletableFuture.completedFuture(true);
    }
    long nanos = nanos(timeout);
    Waiter waiter = waiter(tokens, nanos, true);
    client.workers().later(() -> giveUp(waiter), nanos);
    source.enqueue(waiter);
    return waiter.future();
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
