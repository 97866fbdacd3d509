package io.goodput.sql.bucket;

import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a client, for any number of buckets: a pool for requests to the database, and one
 * thread for delayed tasks. All are daemons.
 */
public final class WorkerThreads implements Workers {

  private static final long IDLE_SECONDS = 30;

  private final ThreadPoolExecutor requests;
  private final ScheduledThreadPoolExecutor timer;

  /** Creates a pool of at most this many threads. */
  public WorkerThreads(int threads) {
    ThreadFactory daemons =
        task -> {
          Thread thread = Executors.defaultThreadFactory().newThread(task);
          thread.setName("goodput-bucket-" + thread.getId());
          thread.setDaemon(true);
          return thread;
        };
    requests =
        new ThreadPoolExecutor(
            threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons);
    requests.allowCoreThreadTimeOut(true);
    timer = new ScheduledThreadPoolExecutor(1, daemons);
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public boolean run(Runnable task) {
    try {
      requests.execute(task);
      return true;
    } catch (RejectedExecutionException closed) {
      return false;
    }
  }

  @Override
  public boolean later(Runnable task, long nanos) {
    try {
      ScheduledFuture<?> unused = timer.schedule(task, nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (RejectedExecutionException closed) {
      return false;
    }
  }

  @Override
  public boolean areClosed() {
    return timer.isShutdown();
  }

  /** Drops delayed tasks, waits for running requests, and interrupts those that take longer. */
  public void close(long millis) {
    timer.shutdownNow();
    requests.shutdown();
    try {
      if (!requests.awaitTermination(millis, TimeUnit.MILLISECONDS)) {
        requests.shutdownNow();
      }
    } catch (InterruptedException e) {
      requests.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
