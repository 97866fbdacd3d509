package io.goodput.buckets.postgresql.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Threads that borrow connections, so that a pool does not make anyone wait longer than they want
 * to. Thread-safe.
 */
final class Borrowers implements AutoCloseable {

  private static final long IDLE_SECONDS = 30;

  private final ThreadPoolExecutor threads;

  /** Creates at most this many threads, all of them daemons. */
  Borrowers(int most) {
    threads =
        new ThreadPoolExecutor(
            0,
            most,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread thread = Executors.defaultThreadFactory().newThread(task);
              thread.setName("goodput-borrower-" + thread.getId());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Borrows a connection. One that comes too late is closed.
   *
   * @throws SQLException if there is no connection in time
   */
  Connection borrow(Callable<Connection> source, long millis) throws SQLException {
    CompletableFuture<Connection> answer = new CompletableFuture<>();
    Future<?> borrowing;
    try {
      borrowing = threads.submit(() -> borrow(source, answer));
    } catch (RejectedExecutionException e) {
      throw new SQLTransientConnectionException(
          "All %d threads wait for a connection: enlarge the pool, or shorten its timeout."
              .formatted(threads.getMaximumPoolSize()),
          e);
    }
    try {
      return answer.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | InterruptedException e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      SQLException late =
          new SQLTransientConnectionException(
              "The pool had no free connection within %d ms.".formatted(millis), e);
      if (answer.completeExceptionally(late)) {
        borrowing.cancel(true);
        throw late;
      }
      return borrowed(answer);
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    }
  }

  private static void borrow(Callable<Connection> source, CompletableFuture<Connection> answer) {
    try {
      Connection connection = source.call();
      if (!answer.complete(connection)) {
        connection.close();
      }
    } catch (Throwable e) {
      answer.completeExceptionally(e);
    }
  }

  private static Connection borrowed(CompletableFuture<Connection> answer) throws SQLException {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw failure(e.getCause());
    }
  }

  private static SQLException failure(@Nullable Throwable cause) {
    return cause instanceof SQLException problem
        ? problem
        : new SQLException("The pool returned no connection: " + cause, cause);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
