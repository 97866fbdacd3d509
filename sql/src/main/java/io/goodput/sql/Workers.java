package io.goodput.sql;

import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a client, however many buckets it has: some that ask the database, and a clock.
 */
final class Workers {

  private static final long IDLE_SECONDS = 30;

  private final ThreadPoolExecutor asking;
  private final ScheduledThreadPoolExecutor clock;

  Workers(int threads) {
    ThreadFactory daemons =
        task -> {
          Thread thread = Executors.defaultThreadFactory().newThread(task);
          thread.setName("goodput-bucket-" + thread.getId());
          thread.setDaemon(true);
          return thread;
        };
    asking =
        new ThreadPoolExecutor(
            threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons);
    asking.allowCoreThreadTimeOut(true);
    clock = new ScheduledThreadPoolExecutor(1, daemons);
    clock.setRemoveOnCancelPolicy(true);
    clock.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Whether it will be run. */
  boolean run(Runnable task) {
    try {
      asking.execute(task);
      return true;
    } catch (RejectedExecutionException closed) {
      return false;
    }
  }

  /**
   * Runs something short after so many nanoseconds, unless these workers are closed before.
   *
   * @return false if they are closed already
   */
  boolean later(Runnable task, long nanos) {
    try {
      ScheduledFuture<?> unused = clock.schedule(task, nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (RejectedExecutionException closed) {
      return false;
    }
  }

  boolean areClosed() {
    return clock.isShutdown();
  }

  /** Takes on nothing more, and waits for what is being done. */
  void close(long millis) {
    clock.shutdownNow();
    asking.shutdown();
    try {
      if (!asking.awaitTermination(millis, TimeUnit.MILLISECONDS)) {
        asking.shutdownNow();
      }
    } catch (InterruptedException e) {
      asking.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
