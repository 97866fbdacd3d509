package io.goodput.buckets.store;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Runs tasks outside the threads of callers. Implementations are thread-safe. */
public interface Workers {

  /**
   * Runs a task as soon as possible. The task may block.
   *
   * @return false if the workers are closed; then the task does not run
   */
  boolean run(Runnable task);

  /**
   * Runs a task that may wait for others, such as those that have locked a row. Such tasks leave
   * some workers to the others, if there are enough.
   *
   * @return false if the workers are closed; then the task does not run
   */
  default boolean runPatiently(Runnable task) {
    return run(task);
  }

  /**
   * Runs a short task after a delay, unless it is cancelled or the workers are closed before.
   *
   * @return a handle to cancel the task; null if the workers are closed already
   */
  @Nullable Future<?> later(Runnable task, long nanos);

  /** Runs an action of the application, which may block, apart from all other tasks. */
  void answer(Runnable action);

  /** Whether no more tasks will start. */
  boolean areClosed();

  /** Drops delayed tasks, waits for running ones, and interrupts those that take longer. */
  void close(long millis);
}
