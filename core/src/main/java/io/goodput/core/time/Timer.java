package io.goodput.core.time;

/** Runs tasks later, on a thread of its own: they must neither wait nor throw. Thread-safe. */
@FunctionalInterface
public interface Timer {

  /** Runs a task once, this many nanoseconds from now. */
  void after(long nanos, Runnable task);
}
