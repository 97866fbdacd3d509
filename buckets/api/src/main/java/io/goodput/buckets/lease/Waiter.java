package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.Reason;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.TimeSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A caller that waits for an answer: whether it gets its tokens, and why. Thread-safe. */
final class Waiter {

  private static final long LONGEST_STATEMENT_MILLIS = 5_000;

  /** Clocks may run apart, so that owed tokens come later by this part of the time. */
  private static final int PART_FOR_CLOCKS = 32;

  private final long tokens;
  private final long least;
  private final long had;
  private final boolean waitsForTokens;
  private final TimeSource time;
  private final long begin;
  private final long deadline;
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();
  private final AtomicBoolean hadTurn = new AtomicBoolean();
  private volatile boolean mayHaveDebt;

  /**
   * What a caller gets.
   *
   * @param acquired tokens; 0 if the reason refuses
   */
  private record Answer(Reason reason, long acquired) {}

  /**
   * Creates a waiter for all of its tokens, whose time runs from now.
   *
   * @param nanos longest time that the caller waits
   * @param waitsForTokens whether the caller waits for tokens to flow in, not only for an answer
   */
  Waiter(long tokens, long nanos, boolean waitsForTokens, TimeSource time) {
    this(tokens, tokens, 0, nanos, waitsForTokens, time);
  }

  /**
   * Creates a waiter for as many tokens as the bucket has, up to a number. Does not wait for
   * tokens.
   *
   * @param had tokens that the caller has already; with some, it is admitted in any case
   * @param nanos longest time that the caller waits
   */
  static Waiter upTo(long tokens, long had, long nanos, TimeSource time) {
    return new Waiter(tokens, 1, had, nanos, false, time);
  }

  private Waiter(
      long tokens, long least, long had, long nanos, boolean waitsForTokens, TimeSource time) {
    this.tokens = tokens;
    this.least = least;
    this.had = had;
    this.waitsForTokens = waitsForTokens;
    this.time = time;
    this.begin = time.monotonicNanos();
    this.deadline = begin + nanos;
  }

  long tokens() {
    return tokens;
  }

  /** The fewest tokens that the caller accepts. */
  long least() {
    return least;
  }

  boolean waitsForTokens() {
    return waitsForTokens;
  }

  /** Whether the caller may have its only turn now. */
  boolean takeTurn() {
    return hadTurn.compareAndSet(false, true);
  }

  /** Whether the caller has had its turn, or has it now. */
  boolean hasHadTurn() {
    return hadTurn.get();
  }

  /** Answers the caller. Returns false if it has an answer already, which then stays. */
  boolean answer(Reason reason) {
    return answer.complete(
        reason.admits()
            ? new Answer(reason, had + tokens)
            : new Answer(had > 0 ? Reason.ADMITTED : reason, had));
  }

  /**
   * Admits the caller if these tokens are enough for it. Returns how many it took, 0 also if it has
   * an answer already.
   */
  long take(long available) {
    long taken = Math.min(available, tokens);
    return taken >= least && answer.complete(new Answer(Reason.ADMITTED, had + taken)) ? taken : 0;
  }

  /** Tells the caller what an operator has to fix. */
  void fail(BucketException problem) {
    if (had > 0) {
      answer(Reason.UNAVAILABLE);
    } else {
      answer.completeExceptionally(problem);
    }
  }

  boolean isAnswered() {
    return answer.isDone();
  }

  /** Runs an action with the answer, on the thread that gives it. */
  void whenAnswered(BiConsumer<? super @Nullable Reason, ? super @Nullable Throwable> action) {
    CompletableFuture<Answer> unused =
        answer.whenComplete(
            (known, problem) -> action.accept(known == null ? null : known.reason(), problem));
  }

  /**
   * The answer, which must exist.
   *
   * @throws BucketException if the answer is a problem
   */
  Reason answered() {
    try {
      return answer.join().reason();
    } catch (CompletionException e) {
      throw problem(e);
    }
  }

  /** The tokens that the caller has got, those that it had included. It must have an answer. */
  long acquired() {
    return answer.join().acquired();
  }

  /**
   * Blocks until the answer or the deadline.
   *
   * @throws TimeoutException if there was no answer before the deadline
   * @throws BucketException if the answer is a problem
   */
  Reason await() throws InterruptedException, TimeoutException {
    try {
      return answer.get(Math.max(0, nanosLeft()), TimeUnit.NANOSECONDS).reason();
    } catch (ExecutionException e) {
      throw problem(e);
    }
  }

  /** A new exception with the stack of this caller. */
  private static BucketException problem(Exception answer) {
    Throwable cause = answer.getCause();
    return cause instanceof BucketException problem
        ? problem.again()
        : new BucketException("A caller got no answer.", answer);
  }

  /**
   * How long a statement may take that serves this caller, in milliseconds.
   *
   * @param timeoutMillis how long every statement may take
   */
  long statementMillis(long timeoutMillis) {
    long left = TimeUnit.NANOSECONDS.toMillis(nanosLeft());
    return Math.max(timeoutMillis, Math.min(left, LONGEST_STATEMENT_MILLIS));
  }

  /**
   * This request for the tokens of this caller, which waits for them until shortly before its
   * deadline; but not if an earlier request may have left a debt for it.
   */
  TokenRequest waiting(TokenRequest request) {
    long left = Math.max(0, nanosLeft());
    return mayHaveDebt
        ? request
        : request.waiting(TimeUnit.NANOSECONDS.toMicros(left - left / PART_FOR_CLOCKS));
  }

  /** When this caller came, in monotonic nanoseconds. */
  long begin() {
    return begin;
  }

  /** A request for this caller has no answer, so the bucket may owe it tokens that are lost. */
  void lostAnswer() {
    mayHaveDebt = true;
  }

  long nanosLeft() {
    return deadline - time.monotonicNanos();
  }
}
