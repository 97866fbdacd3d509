package io.goodput.core.coalesce;

import io.goodput.core.line.Waiter;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A thread or a {@link PendingRead} that waits in a {@link Line}. In its turn, it leads the line.
 * Its value is a {@link State}, or the {@link Result} of its group.
 */
final class Member<A> extends Waiter {

  private static final long serialVersionUID = 1L;

  /** Empty if a thread waits. */
  private final transient Optional<PendingRead<A>> pending;

  /**
   * The member that joined before this one; the first has itself. Only the thread that leads the
   * line changes it.
   */
  @SuppressWarnings("NullAway.Init") // before other threads see the member
  transient Member<A> earlier;

  private Member(State state, Optional<PendingRead<A>> pending, long deadline) {
    super(state, deadline);
    this.pending = pending;
  }

  /** The calling thread, which waits until a deadline. */
  static <A> Member<A> thread(long deadline) {
    return new Member<>(State.WAITING, Optional.empty(), deadline);
  }

  /** A read that waits until a deadline without a thread. */
  static <A> Member<A> pending(PendingRead<A> read, long deadline) {
    return new Member<>(State.WAITING, Optional.of(read), deadline);
  }

  /** No thread, in the place of a member. */
  static <A> Member<A> none() {
    Member<A> none = new Member<>(State.LEFT, Optional.empty(), 0);
    none.earlier = none;
    return none;
  }

  /** Whether a thread waits, and not a read without one. */
  boolean isThread() {
    return pending.isEmpty();
  }

  /** Has a read without a thread, which has led, join again. */
  boolean rejoins(Predicate<PendingRead<A>> join) {
    return pending.filter(join).isPresent();
  }

  /**
   * Has a promoted member lead.
   *
   * @param turn for a read without a thread; a thread takes its turn by itself
   */
  void lead(Turn<A> turn) {
    pending.ifPresentOrElse(read -> read.lead(turn), this::wake);
  }

  /** Answers the member, unless it does not wait any more. */
  void answer(Result<A> result) {
    if (compareAndSet(State.WAITING, result)) {
      pending.ifPresentOrElse(result::answer, this::wake);
    }
  }

  /** Ends the wait of a read without a thread, unless something else has ended it. */
  void leave(Reading<A> reading) {
    if (leave()) {
      pending.ifPresent(read -> read.answer(reading));
    }
  }

  /** The result of its group; empty if the member leads or has left. */
  @SuppressWarnings("unchecked") // answer() stores nothing else
  Optional<Result<A>> result() {
    return get() instanceof Result<?> result ? Optional.of((Result<A>) result) : Optional.empty();
  }
}
