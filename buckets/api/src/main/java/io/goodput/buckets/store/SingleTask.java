package io.goodput.buckets.store;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * A task that runs once at a time. It can be started again when it has ended, and also when there
 * was no thread for it. Thread-safe.
 */
public final class SingleTask {

  private final AtomicBoolean isStarted = new AtomicBoolean();

  /**
   * Starts the task, unless it has been started already. Never throws.
   *
   * @param starter returns whether the task will run, and then call {@link #ended}
   */
  public void start(BooleanSupplier starter) {
    if (!isStarted() && isStarted.compareAndSet(false, true)) {
      restart(starter);
    }
  }

  /** Starts the next part of the task, which has been started. Never throws. */
  public void restart(BooleanSupplier starter) {
    boolean started = false;
    try {
      started = starter.getAsBoolean();
    } catch (RuntimeException | Error e) {
      // There is no thread for it now. A later call starts it.
    }
    if (!started) {
      ended();
    }
  }

  /** Whether the task has been started, and has not ended. */
  public boolean isStarted() {
    return isStarted.get();
  }

  /** Lets the task start again. */
  public void ended() {
    isStarted.set(false);
  }
}
