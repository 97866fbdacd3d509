package io.goodput.core.coalesce;

import java.util.Optional;

/**
 * How a {@link Coalescer} answers a read. Immutable.
 *
 * @param answer present if it was {@code EXECUTED} or {@code SHARED}
 * @param others other reads that got the same answer from the same group
 */
public record Reading<A>(Outcome outcome, Optional<A> answer, int others) {

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
    ALONE,
    /** The read was refused, and waits again without a thread: it is answered later. */
    POSTPONED
  }

  static <A> Reading<A> of(Outcome outcome) {
    return new Reading<>(outcome, Optional.empty(), 0);
  }

  static <A> Reading<A> of(Outcome outcome, A answer, int others) {
    return new Reading<>(outcome, Optional.of(answer), others);
  }
}
