package io.goodput.buckets.lease;

import io.goodput.buckets.store.Workers;
import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** Runs tasks on the thread of the test, when the test says so. Not thread-safe. */
final class ManualWorkers implements Workers {

  private final ManualTime time;
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final PriorityQueue<Delayed> delayed =
      new PriorityQueue<>(Comparator.comparingLong(Delayed::dueIn));
  private long elapsed;
  private boolean fails;
  private boolean closed;

  ManualWorkers(ManualTime time) {
    this.time = time;
  }

  private record Delayed(long dueIn, Runnable task) {}

  @Override
  public boolean run(Runnable task) {
    if (fails) {
      fails = false;
      throw new OutOfMemoryError("unable to create native thread");
    }
    return !closed && tasks.add(task);
  }

  @Override
  public Future<?> later(Runnable task, long nanos) {
    FutureTask<?> cancellable =
        new FutureTask<>(task, null) {
          @Override
          protected void done() {
            delayed.removeIf(other -> other.task() == this);
          }
        };
    delayed.add(new Delayed(elapsed + nanos, cancellable));
    return cancellable;
  }

  @Override
  public void answer(Runnable action) {
    action.run();
  }

  /** The number of tasks that wait for their time. */
  int delayedTasks() {
    return delayed.size();
  }

  /** Lets the next task not start, as if the machine had no more threads. */
  void failOnce() {
    fails = true;
  }

  void closeNow() {
    closed = true;
  }

  @Override
  public void close(long millis) {
    closed = true;
  }

  @Override
  public boolean areClosed() {
    return closed;
  }

  /** Runs all tasks that are not delayed. */
  void runTasks() {
    runTasks(Long.MAX_VALUE);
  }

  /** A task may let time pass. Those that are left then run later. */
  private void runTasks(long end) {
    while (elapsed <= end && !tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  /** Lets time pass, and runs each task at its time. */
  void advance(Duration passed) {
    long end = elapsed + passed.toNanos();
    runTasks(end);
    while (!delayed.isEmpty() && delayed.element().dueIn() <= end) {
      Delayed next = delayed.remove();
      moveTo(next.dueIn());
      next.task().run();
      runTasks(end);
    }
    moveTo(end);
  }

  /** A task may have let time pass beyond this moment. */
  private void moveTo(long moment) {
    time.advanceNanos(Math.max(0, moment - elapsed));
    elapsed = Math.max(elapsed, moment);
  }
}
