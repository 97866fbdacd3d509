package io.goodput.core.line;

import java.util.Optional;

/** A place in one of the {@link Lines}. Use it for one line, once. Thread-safe. */
public final class Place extends Waiter {

  private static final long serialVersionUID = 1L;

  /** Empty if a thread waits. */
  private final transient Optional<PendingTurn> pending;

  private Place(long deadline, Optional<PendingTurn> pending) {
    super(State.WAITING, deadline);
    this.pending = pending;
  }

  /**
   * A place of the calling thread.
   *
   * @param deadline monotonic nanoseconds
   */
  public static Place ofThread(long deadline) {
    return new Place(deadline, Optional.empty());
  }

  /**
   * A place without a thread.
   *
   * @param deadline monotonic nanoseconds
   */
  public static Place of(PendingTurn pending, long deadline) {
    return new Place(deadline, Optional.of(pending));
  }

  boolean isThread() {
    return pending.isEmpty();
  }

  /** Tells it that its turn has come. */
  void proceed() {
    pending.ifPresentOrElse(PendingTurn::proceed, this::wake);
  }

  /** Whether something without a thread has waited for too long. A thread sees that by itself. */
  boolean isLate(long now) {
    return !isThread() && now - deadline() > 0;
  }

  /** Ends its wait, unless something else has ended it. */
  void expire() {
    if (leave()) {
      pending.ifPresent(PendingTurn::giveUp);
    }
  }
}
