package io.goodput.core.coalesce;

/** What the read of a group brought to its members. */
sealed interface Result<A> {

  /** The limit would never admit it. */
  record Refusal<A>() implements Result<A> {}

  /** An answer that the leader and others get. */
  record Answer<A>(A answer, int others) implements Result<A> {}

  /** An exception. */
  record Failure<A>(Throwable thrown) implements Result<A> {}

  /** The reading of a member; throws the exception if there is one. */
  default Reading<A> reading() {
    if (this instanceof Answer<A> it) {
      return Reading.of(Reading.Outcome.SHARED, it.answer, it.others);
    }
    if (this instanceof Failure<A> it) {
      if (it.thrown instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) it.thrown;
    }
    return Reading.of(Reading.Outcome.REFUSED);
  }

  /** Answers a read that waits without a thread. */
  default void answer(PendingRead<A> pending) {
    if (this instanceof Failure<A> it) {
      pending.fail(it.thrown);
    } else {
      pending.answer(reading());
    }
  }
}
