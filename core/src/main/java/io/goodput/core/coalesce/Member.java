package io.goodput.core.coalesce;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A thread that waits in a {@link Line}. Its value tells what became of it: {@link State#WAITING},
 * {@link State#LEADS}, {@link State#LEFT}, or the {@link Result} of its group.
 */
final class Member<A> extends AtomicReference<Object> {

  private static final long serialVersionUID = 1L;

  private enum State {
    WAITING,
    /** It executes the next read. */
    LEADS,
    /** Its patience has ended. */
    LEFT
  }

  private final transient Thread thread = Thread.currentThread();

  /**
   * The member that joined before this one; the first has itself. Only the thread that leads the
   * line changes it.
   */
  @SuppressWarnings("NullAway.Init") // before other threads see the member
  transient Member<A> earlier;

  private Member(State state) {
    super(state);
  }

  /** The calling thread, which waits. */
  static <A> Member<A> waiting() {
    return new Member<>(State.WAITING);
  }

  /** No thread, in the place of a member. */
  static <A> Member<A> none() {
    Member<A> none = new Member<>(State.LEFT);
    none.earlier = none;
    return none;
  }

  Thread thread() {
    return thread;
  }

  boolean isWaiting() {
    return get() == State.WAITING;
  }

  /** Ends the wait by the member's own thread; false if something else has ended it. */
  boolean leave() {
    return compareAndSet(State.WAITING, State.LEFT);
  }

  /** Makes the member the next to lead; false if it does not wait any more. */
  boolean promote() {
    return compareAndSet(State.WAITING, State.LEADS);
  }

  /** Answers the member; false if it does not wait any more. */
  boolean answer(Result<A> result) {
    return compareAndSet(State.WAITING, result);
  }

  /** The result of its group; empty if the member leads or has left. */
  @SuppressWarnings("unchecked") // answer() stores nothing else
  Optional<Result<A>> result() {
    return get() instanceof Result<?> result ? Optional.of((Result<A>) result) : Optional.empty();
  }
}
