package io.goodput.sql.bucket;

/** Runs tasks outside the threads of callers. Implementations are thread-safe. */
public interface Workers {

  /**
   * Runs a task as soon as possible. The task may block.
   *
   * @return false if the workers are closed; then the task does not run
   */
  boolean run(Runnable task);

  /**
   * Runs a short task after a delay, unless the workers are closed before.
   *
   * @return false if the workers are closed already; then the task does not run
   */
  boolean later(Runnable task, long nanos);

  /** Whether no more tasks will start. */
  boolean areClosed();
}
