package io.goodput.buckets;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that were taken for work whose cost is known only afterwards, such as the tokens of a
 * language model, or bytes.
 *
 * <pre>
 * try (Reservation reservation = bucket.reserve(2_000)) {
 *   if (reservation.admitted()) {
 *     reservation.settle(answer(question).cost());
 *   }
 * }
 * </pre>
 *
 * <p>{@link TokenBucket#withReservation(long, Work)} does the same for a function.
 *
 * <p>Thread-safe. A reservation ends once: it is settled or cancelled.
 */
public final class Reservation implements AutoCloseable {

  private final TokenBucket bucket;
  private final long tokens;
  private final Verdict verdict;
  private final LongConsumer costs;
  private final AtomicBoolean ended;

  /** Tells {@code costs} what is settled. */
  Reservation(TokenBucket bucket, long tokens, Verdict verdict, LongConsumer costs) {
    this.bucket = bucket;
    this.tokens = tokens;
    this.verdict = verdict;
    this.costs = costs;
    this.ended = new AtomicBoolean(!verdict.admitted());
  }

  /**
   * Work that a reservation is for.
   *
   * @param <T> its result
   * @param <E> what it may throw; {@link RuntimeException} if it throws nothing that is checked
   */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object, E extends Exception> {

    /**
     * Does the work, and {@linkplain Reservation#settle settles} what it cost.
     *
     * @param reservation which is admitted
     */
    T with(Reservation reservation) throws E;
  }

  /** Runs the work if the tokens were taken. */
  <T extends @Nullable Object, E extends Exception> T run(Work<? extends T, E> work) throws E {
    if (!admitted()) {
      throw new RefusedException(bucket.id(), verdict);
    }
    try {
      T result = work.with(this);
      // The tokens stay taken if the work has not said what it cost.
      boolean unused = end();
      return result;
    } finally {
      cancel();
    }
  }

  /** Whether the tokens were taken. */
  public boolean admitted() {
    return verdict.admitted();
  }

  /** The number of tokens that were asked for. */
  public long tokens() {
    return tokens;
  }

  /** The bucket's answer. */
  public Verdict verdict() {
    return verdict;
  }

  /**
   * Settles the actual cost. The rest of the tokens goes back to the bucket; if the work cost more,
   * the bucket pays the difference, even if it has to go below zero. Does not wait for the
   * database.
   *
   * @param used 0 or more
   * @throws IllegalArgumentException if the number is negative
   * @throws IllegalStateException if the tokens were not taken, or if the reservation has ended
   */
  public void settle(long used) {
    if (used < 0) {
      throw new IllegalArgumentException(
          "A reservation cannot be settled with %d tokens: choose 0 or more.".formatted(used));
    }
    if (!end()) {
      throw new IllegalStateException(
          admitted()
              ? "A reservation of bucket '%s' has ended already: settle it once."
                  .formatted(bucket.id())
              : "Bucket '%s' refused the reservation: settle only what it admitted."
                  .formatted(bucket.id()));
    }
    costs.accept(used);
    if (used < tokens) {
      bucket.refund(tokens - used);
    } else if (used > tokens) {
      bucket.debit(used - tokens);
    }
  }

  /** Returns all tokens to the bucket, unless the reservation has ended or was refused. */
  public void cancel() {
    if (end()) {
      bucket.refund(tokens);
    }
  }

  private boolean end() {
    return ended.compareAndSet(false, true);
  }

  /** Cancels the reservation, unless it was settled. */
  @Override
  public void close() {
    cancel();
  }
}
