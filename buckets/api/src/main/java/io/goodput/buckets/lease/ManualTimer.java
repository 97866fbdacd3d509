package io.goodput.buckets.lease;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** A clock that is moved by hand, and the tasks that wait for it. Thread-safe. */
public final class ManualTimer implements TimeSource {

  private static final long LONGEST_WAIT = Nanos.PER_SECOND;
  private static final long LOOK_AGAIN_MILLIS = 50;

  private final Object moving = new Object();
  private final PriorityQueue<Delayed> delayed =
      new PriorityQueue<>(Comparator.comparingLong(Delayed::at).thenComparingLong(Delayed::number));
  private long numbers;
  private int running;
  private volatile long now;

  /** A task for a moment; of the same moment, those with smaller numbers come first. */
  private record Delayed(long at, long number, FutureTask<?> task) {}

  @Override
  public long monotonicNanos() {
    return now;
  }

  @Override
  public long wallNanos() {
    return now;
  }

  /** Moves the clock, and runs each task at its time. */
  public void advance(long nanos) {
    synchronized (moving) {
      long end = now + nanos;
      awaitRunning();
      Delayed next = dueBy(end);
      while (next != null) {
        now = next.at();
        next.task().run();
        awaitRunning();
        next = dueBy(end);
      }
      now = end;
    }
  }

  private synchronized @Nullable Delayed dueBy(long end) {
    Delayed next = delayed.peek();
    return next == null || next.at() > end ? null : delayed.poll();
  }

  /** Runs a task after this many nanoseconds. */
  synchronized Future<?> later(Runnable task, long nanos) {
    FutureTask<?> cancellable =
        new FutureTask<>(task, null) {
          @Override
          protected void done() {
            if (isCancelled()) {
              remove(this);
            }
          }
        };
    delayed.add(new Delayed(now + Math.max(0, nanos), numbers++, cancellable));
    return cancellable;
  }

  private synchronized void remove(FutureTask<?> task) {
    delayed.removeIf(one -> one.task() == task);
  }

  /** The task, which the clock waits for from now on. */
  synchronized Runnable tracked(Runnable task) {
    running++;
    return () -> {
      try {
        task.run();
      } finally {
        ended();
      }
    };
  }

  /** A tracked task has ended, or does not run. */
  synchronized void ended() {
    running--;
    notifyAll();
  }

  /** Waits for tracked tasks, but not for those that block. */
  private synchronized void awaitRunning() {
    TimeSource real = TimeSource.system();
    long begin = real.monotonicNanos();
    try {
      while (running > 0 && real.monotonicNanos() - begin < LONGEST_WAIT) {
        wait(LOOK_AGAIN_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
