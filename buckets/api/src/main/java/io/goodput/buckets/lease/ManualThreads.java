package io.goodput.buckets.lease;

import io.goodput.buckets.store.Workers;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Threads whose delayed tasks wait for a clock that is moved by hand. Thread-safe. */
public final class ManualThreads implements Workers {

  private final WorkerThreads threads;
  private final ManualTimer timer;

  /** Creates a pool of at most this many threads. */
  public ManualThreads(int threads, ManualTimer timer) {
    this.threads = new WorkerThreads(threads);
    this.timer = timer;
  }

  @Override
  public boolean run(Runnable task) {
    boolean started = false;
    try {
      started = threads.run(timer.tracked(task));
      return started;
    } finally {
      if (!started) {
        timer.ended();
      }
    }
  }

  @Override
  public @Nullable Future<?> later(Runnable task, long nanos) {
    return areClosed() ? null : timer.later(() -> runUnlessClosed(task), nanos);
  }

  private void runUnlessClosed(Runnable task) {
    if (!areClosed()) {
      task.run();
    }
  }

  @Override
  public void answer(Runnable action) {
    threads.answer(timer.tracked(action));
  }

  @Override
  public boolean areClosed() {
    return threads.areClosed();
  }

  @Override
  public void close(long millis) {
    threads.close(millis);
  }
}
