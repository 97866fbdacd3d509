package io.goodput.buckets.spring;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.TokenBuckets;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Installs token buckets when an application starts. If the database is away, the application
 * starts all the same, and the buckets are installed when the database is back. Thread-safe.
 */
final class BackgroundInstallation implements AutoCloseable {

  private static final System.Logger LOG =
      System.getLogger(BackgroundInstallation.class.getPackageName());

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
  private static final long MILLIS_BETWEEN_TRIES = 1_000;

  /**
   * No connection, no resources, conflicts, locks, and a server that starts, stops, or fails over.
   */
  private static final Pattern PASSING = Pattern.compile("(08|53|40|55|57)...|25006");

  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * Installs buckets, or returns after a log line if the database is away or slow. Then tries again
   * until {@link #close}.
   *
   * @throws RuntimeException if the database answers that it cannot be done
   */
  void install(TokenBuckets buckets) {
    CompletableFuture<Boolean> outcome = new CompletableFuture<>();
    Thread thread = new Thread(() -> installUntilClosed(buckets, outcome), "goodput-install");
    thread.setDaemon(true);
    thread.start();
    try {
      outcome.get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      startWithout(outcome, "the database has not answered for " + LONGEST_WAIT.toSeconds() + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known
          ? known
          : new BucketException("Cannot install the token buckets: " + e.getCause(), e);
    }
  }

  private void installUntilClosed(TokenBuckets buckets, CompletableFuture<Boolean> outcome) {
    try {
      do {
        try {
          buckets.install();
          if (!outcome.complete(true)) {
            LOG.log(Level.INFO, "The token buckets are installed.");
          }
          return;
        } catch (RuntimeException e) {
          if (!mayPass(e)) {
            throw e;
          }
          startWithout(outcome, String.valueOf(e.getMessage()));
        }
      } while (!closed.await(MILLIS_BETWEEN_TRIES, TimeUnit.MILLISECONDS));
    } catch (InterruptedException | RuntimeException | Error e) {
      if (!outcome.completeExceptionally(e) && closed.getCount() > 0) {
        LOG.log(Level.ERROR, "The token buckets are not installed.", e);
      }
    }
  }

  private static void startWithout(CompletableFuture<Boolean> outcome, String reason) {
    if (outcome.complete(false)) {
      LOG.log(
          Level.WARNING,
          "The application starts without the tables of its token buckets, and tries to install"
              + " them every second ({0}).",
          reason.lines().findFirst().orElse(""));
    }
  }

  /** Whether the same may succeed later. Pools wrap the exception of the driver. */
  private static boolean mayPass(RuntimeException problem) {
    boolean isOfDatabase = false;
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException failure) {
        isOfDatabase = true;
        if (failure.getSQLState() != null) {
          return PASSING.matcher(failure.getSQLState()).matches();
        }
      }
    }
    return isOfDatabase;
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
