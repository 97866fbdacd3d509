package io.goodput.core.coalesce;

/**
 * A read that waits in a group without a thread. A {@link Coalescer} calls one of these methods,
 * once, on any thread. They must not throw, and must not wait.
 *
 * @param <A> the type of answers
 */
public interface PendingRead<A> {

  /** A hash of who has sent the read: the reads of one sender never take all places. */
  int sender();

  /**
   * Has the read executed for its group: pass the turn to a thread that calls {@link Turn#read}.
   */
  void lead(Turn<A> turn);

  /**
   * Answers the read.
   *
   * @param reading its outcome is {@code SHARED}, {@code REFUSED}, or {@code LATE}
   */
  void answer(Reading<A> reading);

  /** Fails the read as the read of its group has failed. */
  void fail(Throwable failure);
}
