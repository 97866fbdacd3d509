package io.goodput.core.coalesce;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

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

  /** What a group's read brought: an answer, a failure, or neither if a limit never admits it. */
  record Result<A>(@Nullable A answer, @Nullable Throwable failure, int others) {}

  private final transient Thread thread = Thread.currentThread();

  /** The member that joined before this one. Only the thread that leads the line writes it. */
  transient @Nullable Member<A> earlier;

  Member() {
    super(State.WAITING);
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

  /** The result of its group; null if the member leads or has left. */
  @SuppressWarnings("unchecked") // answer() stores nothing else
  @Nullable Result<A> result() {
    return get() instanceof Result<?> result ? (Result<A>) result : null;
  }
}
