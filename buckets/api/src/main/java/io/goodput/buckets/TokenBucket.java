package io.goodput.buckets;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A bucket of tokens, shared by all processes that use its id.
 *
 * <p>Thread-safe. Callers take whole tokens, from 1 to the burst that this process states, or that
 * in force if it is larger; any other number is an {@link IllegalArgumentException}. No call throws
 * because the database is unavailable: {@link BucketOptions} defines what happens then. All calls
 * throw a {@link BucketException} while the database rejects their statements for a reason that an
 * operator has to fix, such as a missing installation or permission.
 */
public interface TokenBucket {

  /** The id that identifies this bucket in the database. */
  String id();

  /** Takes one token if the bucket has one. See {@link #tryAcquire(long)}. */
  default Verdict tryAcquire() {
    return tryAcquire(1);
  }

  /**
   * Takes tokens if the bucket has enough, or takes none. Waits for the database if necessary, but
   * no longer than {@link BucketsBuilder#timeout}. Does not wait for tokens to flow in.
   */
  Verdict tryAcquire(long tokens);

  /**
   * Takes as many tokens as the bucket has, up to a number. Waits for the database if necessary, as
   * {@link #tryAcquire(long)} does, and not for tokens to flow in. A fallback admits all or none.
   *
   * @param most 1 to 2^42
   * @return a verdict that admits if there was a token; {@link Verdict#acquired} says how many
   * @throws IllegalArgumentException if the number is out of range
   */
  Verdict tryAcquireUpTo(long most);

  /**
   * Takes tokens, and waits for them to flow in if necessary. Takes all or none.
   *
   * <p>Callers of this process that come later, also those of {@link #tryAcquire(long)}, get no
   * tokens before a caller that waits for more than the bucket has, for at most twice the time in
   * which its tokens flow in plus a second. Other processes do not wait for it.
   *
   * @param timeout longest wait; zero or less does not wait for tokens to flow in, as {@link
   *     #tryAcquire(long)}
   * @return a verdict that admits if the tokens were taken in time
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  Verdict tryAcquire(long tokens, Duration timeout) throws InterruptedException;

  /**
   * Takes tokens without blocking the caller, as {@link #tryAcquire(long, Duration)} does.
   * Dependent actions run on up to 16 threads that do nothing else, or on the thread of the caller;
   * those that block for long should run on an executor of their own. A caller that cancels the
   * future leaves, but tokens that have been taken just before are lost.
   *
   * @param timeout longest wait, as for {@link #tryAcquire(long, Duration)}
   * @return completes with whether the tokens were taken in time, or with a {@link BucketException}
   */
  CompletableFuture<Verdict> acquireAsync(long tokens, Duration timeout);

  /**
   * Takes tokens as {@link #tryAcquire(long)} does, for work whose cost is known only afterwards.
   *
   * @return a reservation to settle or to close
   */
  default Reservation reserve(long tokens) {
    return new Reservation(this, tokens, tryAcquire(tokens), used -> {});
  }

  /**
   * Takes as many tokens as work on this bucket usually costs, for work whose cost is known only
   * afterwards: the 95th percentile of the latest 100 costs that were settled in this process. The
   * {@linkplain BucketOptions#firstEstimate first estimate} counts as the first of them. At least 1
   * token, and at most the burst in force.
   *
   * @return a reservation to settle or to close
   * @throws IllegalStateException if the options of this bucket have no first estimate
   */
  default Reservation reserve() {
    throw new IllegalStateException(
        "Bucket '%s' has no first estimate: open it with BucketOptions.firstEstimate, or reserve a number of tokens."
            .formatted(id()));
  }

  /**
   * Takes tokens as {@link #reserve(long)} does, and runs work with the reservation.
   *
   * <p>If the work settles or cancels the reservation, that counts. If it returns without either,
   * the reserved tokens stay taken. If it throws without either, they all go back.
   *
   * @return the result of the work
   * @throws RefusedException if the bucket does not admit the reservation; then the work does not
   *     run
   * @throws E if the work throws it
   */
  default <T extends @Nullable Object, E extends Exception> T withReservation(
      long tokens, Reservation.Work<? extends T, E> work) throws E {
    return reserve(tokens).run(work);
  }

  /**
   * Takes tokens as {@link #reserve()} does, and runs work as {@link #withReservation(long,
   * Reservation.Work)} does.
   *
   * @throws IllegalStateException if the options of this bucket have no first estimate
   */
  default <T extends @Nullable Object, E extends Exception> T withReservation(
      Reservation.Work<? extends T, E> work) throws E {
    return reserve().run(work);
  }

  /**
   * Puts back tokens that were taken and not used. Tokens that do not fit into the bucket are lost,
   * and so are those of a refund that does not reach the database. Does not wait for the database.
   *
   * <p>A refund counts as tokens that flow in: over a time span, the bucket grants at most burst +
   * rate x span + the tokens refunded in it and in the 5 s before it.
   *
   * @param tokens 1 to 2^42
   * @throws IllegalArgumentException if the number is out of range
   */
  void refund(long tokens);

  /**
   * Takes tokens that have been used already, even if the bucket does not have them: its level then
   * goes below zero, and callers wait until the debt has flowed in. Does not wait for the database.
   * A debit that does not reach the database is lost.
   *
   * @param tokens 1 to 2^42
   * @throws IllegalArgumentException if the number is out of range
   */
  void debit(long tokens);

  /**
   * Returns the state of the bucket and takes nothing. Waits for the database as {@link
   * #tryAcquire(long)} does.
   *
   * @return a verdict that admits if the bucket has at least one token for this process
   */
  Verdict peek();
}
