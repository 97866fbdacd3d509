package io.goodput.core.line;

/**
 * Waits in a line without a thread. {@link Lines} calls one of these methods, once, on any thread.
 * They must not throw, and must not wait.
 */
public interface PendingTurn {

  /** Its turn has come: it proceeds, and leaves the line once it is done. */
  void proceed();

  /** Its deadline has passed. */
  void giveUp();
}
