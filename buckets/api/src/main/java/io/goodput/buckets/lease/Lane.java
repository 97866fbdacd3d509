package io.goodput.buckets.lease;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Lets tasks that may block for long use only a part of the workers. Thread-safe. */
final class Lane {

  private final int most;
  private final Predicate<Runnable> workers;

  // Guarded by the monitor of this object.
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int running;

  /**
   * Runs nothing yet.
   *
   * @param most tasks at a time
   * @param workers start a task, and return false if they are closed
   */
  Lane(int most, Predicate<Runnable> workers) {
    this.most = most;
    this.workers = workers;
  }

  /** Runs a task as soon as its turn comes. Returns false if the workers are closed. */
  boolean run(Runnable task) {
    if (waits(task)) {
      return true;
    }
    boolean started = false;
    try {
      started = workers.test(() -> runInTurn(task));
    } finally {
      if (!started) {
        runInTurn(next());
      }
    }
    return started;
  }

  private synchronized boolean waits(Runnable task) {
    if (running == most) {
      waiting.add(task);
      return true;
    }
    running++;
    return false;
  }

  private void runInTurn(@Nullable Runnable first) {
    for (Runnable task = first; task != null; task = next()) {
      Combined.guarded(task);
    }
  }

  private synchronized @Nullable Runnable next() {
    Runnable task = waiting.poll();
    if (task == null) {
      running--;
    }
    return task;
  }
}
