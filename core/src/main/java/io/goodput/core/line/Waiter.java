package io.goodput.core.line;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * One that waits for its turn until a deadline: a thread, or something without one. Its value tells
 * what became of it: {@link State}, or what a subclass adds. Thread-safe.
 */
public class Waiter extends AtomicReference<Object> {

  private static final long serialVersionUID = 1L;

  /** What may become of a waiter. */
  public enum State {
    /** Its turn has not come. */
    WAITING,
    /** Its turn has come. */
    TURN,
    /** Its deadline has passed, or it never waited. */
    LEFT
  }

  private final transient Thread thread = Thread.currentThread();
  private final transient long deadline;

  /**
   * A waiter of the calling thread, or of none.
   *
   * @param deadline monotonic nanoseconds
   */
  protected Waiter(State state, long deadline) {
    super(state);
    this.deadline = deadline;
  }

  /** When its client timeout passes, in monotonic nanoseconds. */
  public final long deadline() {
    return deadline;
  }

  /** Whether nothing has become of it yet. */
  public final boolean isWaiting() {
    return get() == State.WAITING;
  }

  /** Ends the wait without a turn; false if something else has ended it. */
  public final boolean leave() {
    return compareAndSet(State.WAITING, State.LEFT);
  }

  /** Gives it its turn; false if it does not wait any more. */
  public final boolean promote() {
    return compareAndSet(State.WAITING, State.TURN);
  }

  /** Wakes its thread up. */
  public final void wake() {
    LockSupport.unpark(thread);
  }

  /**
   * Has its thread wait until something becomes of it.
   *
   * @param clock monotonic nanoseconds
   * @param reason shown in thread dumps
   * @return false if the deadline has passed before
   */
  public final boolean await(LongSupplier clock, Object reason) {
    boolean interrupted = false;
    boolean left = false;
    while (isWaiting() && !left) {
      long rest = deadline - clock.getAsLong();
      if (rest <= 0) {
        left = leave();
      } else {
        LockSupport.parkNanos(reason, rest);
        interrupted |= Thread.interrupted();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !left;
  }
}
