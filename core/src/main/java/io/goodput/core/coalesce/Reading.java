package io.goodput.core.coalesce;

import org.jspecify.annotations.Nullable;

/**
 * How a {@link Coalescer} answers a read. Immutable.
 *
 * @param answer null unless it was {@code EXECUTED} or {@code SHARED}
 * @param others other reads that got the same answer from the same group
 */
public record Reading<A>(Outcome outcome, @Nullable A answer, int others) {

  /** What became of a read. */
  public enum Outcome {
    /** This thread executed the read. */
    EXECUTED,
    /** Another thread executed it for the group. */
    SHARED,
    /** The limit admitted no read of the group in time. */
    REFUSED,
    /** The read of the group did not end in time. */
    LATE,
    /** No more threads may wait: the caller reads by itself. */
    ALONE
  }

  private static final Reading<?> REFUSED = new Reading<>(Outcome.REFUSED, null, 0);
  private static final Reading<?> LATE = new Reading<>(Outcome.LATE, null, 0);
  private static final Reading<?> ALONE = new Reading<>(Outcome.ALONE, null, 0);

  @SuppressWarnings("unchecked") // it holds no answer
  static <A> Reading<A> refused() {
    return (Reading<A>) REFUSED;
  }

  @SuppressWarnings("unchecked") // it holds no answer
  static <A> Reading<A> late() {
    return (Reading<A>) LATE;
  }

  @SuppressWarnings("unchecked") // it holds no answer
  static <A> Reading<A> alone() {
    return (Reading<A>) ALONE;
  }
}
