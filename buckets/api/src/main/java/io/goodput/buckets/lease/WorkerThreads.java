package io.goodput.buckets.lease;

import io.goodput.buckets.store.Workers;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a client, for any number of buckets: a pool for requests to the database, another
 * for actions of the application, and one thread for delayed tasks. All are daemons.
 */
public final class WorkerThreads implements Workers {

  private static final long IDLE_SECONDS = 30;

  /** More actions that block than this wait for each other. */
  private static final int ANSWERING_THREADS = 16;

  private final ThreadPoolExecutor requests;
  private final Lane patient;
  private final ThreadPoolExecutor answers;
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
    requests = pool(threads, daemons);
    patient = new Lane(Math.max(1, threads - Combined.MOST_IN_FLIGHT), this::run);
    answers = pool(ANSWERING_THREADS, daemons);
    timer = new ScheduledThreadPoolExecutor(1, daemons);
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  private static ThreadPoolExecutor pool(int threads, ThreadFactory daemons) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons);
    pool.allowCoreThreadTimeOut(true);
    return pool;
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
  public boolean runPatiently(Runnable task) {
    return patient.run(task);
  }

  @Override
  public @Nullable Future<?> later(Runnable task, long nanos) {
    try {
      return timer.schedule(task, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException closed) {
      return null;
    }
  }

  @Override
  public void answer(Runnable action) {
    try {
      answers.execute(action);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      // Closed, or no more threads: a late action is better than none.
      action.run();
    }
  }

  @Override
  public boolean areClosed() {
    return timer.isShutdown();
  }

  @Override
  public void close(long millis) {
    timer.shutdownNow();
    answers.shutdown();
    requests.shutdown();
    try {
      // A delayed task that has begun is short. It may answer a caller.
      boolean unused = timer.awaitTermination(millis, TimeUnit.MILLISECONDS);
      if (!requests.awaitTermination(millis, TimeUnit.MILLISECONDS)) {
        requests.shutdownNow();
      }
    } catch (InterruptedException e) {
      requests.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
