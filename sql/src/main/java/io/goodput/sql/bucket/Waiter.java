package io.goodput.sql.bucket;

import io.goodput.core.time.TimeSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A caller that waits for an answer: whether it gets its tokens. Thread-safe. */
final class Waiter {

  private static final long LONGEST_STATEMENT_MILLIS = 5_000;

  private final long tokens;
  private final boolean waitsForTokens;
  private final TimeSource time;
  private final long deadline;
  private final CompletableFuture<Boolean> answer = new CompletableFuture<>();

  /**
   * Creates a waiter whose time runs from now.
   *
   * @param nanos longest time that the caller waits
   * @param waitsForTokens whether the caller waits for tokens to flow in, not only for an answer
   */
  Waiter(long tokens, long nanos, boolean waitsForTokens, TimeSource time) {
    this.tokens = tokens;
    this.waitsForTokens = waitsForTokens;
    this.time = time;
    this.deadline = time.monotonicNanos() + nanos;
  }

  long tokens() {
    return tokens;
  }

  boolean waitsForTokens() {
    return waitsForTokens;
  }

  /** Answers the caller. Returns false if it has an answer already, which then stays. */
  boolean answer(boolean acquired) {
    return answer.complete(acquired);
  }

  boolean isAnswered() {
    return answer.isDone();
  }

  /** Completes with the answer. */
  CompletableFuture<Boolean> future() {
    return answer;
  }

  /** The answer, which must exist. */
  boolean answered() {
    return answer.join();
  }

  /**
   * Blocks until the answer or the deadline.
   *
   * @throws TimeoutException if there was no answer before the deadline
   */
  boolean await() throws InterruptedException, TimeoutException {
    try {
      return answer.get(Math.max(0, nanosLeft()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("Waiters never complete exceptionally.", e);
    }
  }

  /**
   * How long a statement may take that serves this caller, in milliseconds.
   *
   * @param patienceMillis how long every statement may take
   */
  long statementMillis(long patienceMillis) {
    long left = TimeUnit.NANOSECONDS.toMillis(nanosLeft());
    return Math.max(patienceMillis, Math.min(left, LONGEST_STATEMENT_MILLIS));
  }

  private long nanosLeft() {
    return deadline - time.monotonicNanos();
  }
}
