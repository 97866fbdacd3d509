package io.goodput.lab.bench.accuracy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An open load on one partition: it sends each request at a set time, independent of earlier ones.
 * A request that is due while too many are in flight is neither sent nor counted as offered.
 *
 * <p>One thread sends. Answers may arrive on any thread.
 */
final class PartitionLoad {

  private static final int MAX_IN_FLIGHT = 256;
  private static final double NANOS_PER_SECOND = 1e9;

  private final CqlSession session;
  private final List<? extends Statement<?>> turns;
  private final long perSecond;
  private final long start;
  private final Semaphore free = new Semaphore(MAX_IN_FLIGHT);
  private final SecondCounts offered;
  private final SecondCounts accepted;
  private final SecondCounts failed;
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private long intended;

  /**
   * What a real cluster did in a case, in operations per second of the steady state.
   *
   * @param firstSecond operations accepted in the first second
   * @param failedPerSecond neither accepted nor rejected
   * @param failure the first one
   */
  record Measurement(
      double acceptedPerSecond,
      double offeredPerSecond,
      long firstSecond,
      double failedPerSecond,
      @Nullable String failure) {}

  /**
   * @param turns the same request, addressed to each coordinator in turn
   * @param start in nanoseconds of {@link System#nanoTime}
   */
  PartitionLoad(
      CqlSession session,
      List<? extends Statement<?>> turns,
      long perSecond,
      long start,
      int seconds) {
    this.session = session;
    this.turns = turns;
    this.perSecond = perSecond;
    this.start = start;
    offered = new SecondCounts(seconds);
    accepted = new SecondCounts(seconds);
    failed = new SecondCounts(seconds);
  }

  /** Sends all requests that are due. */
  void sendDue(long now) {
    long due = (long) ((now - start) / NANOS_PER_SECOND * perSecond);
    for (; intended < due; intended++) {
      if (free.tryAcquire()) {
        send(turns.get((int) (intended % turns.size())));
      }
    }
  }

  void awaitAnswers() throws InterruptedException {
    free.acquire(MAX_IN_FLIGHT);
  }

  Measurement measurement() {
    return new Measurement(
        accepted.meanFrom(LimitAccuracy.SETTLE_SECONDS),
        offered.meanFrom(LimitAccuracy.SETTLE_SECONDS),
        accepted.in(0),
        failed.meanFrom(LimitAccuracy.SETTLE_SECONDS),
        failure.get());
  }

  private void send(Statement<?> statement) {
    offered.count(System.nanoTime() - start);
    session
        .executeAsync(statement)
        .whenComplete(
            (rows, problem) -> {
              long elapsed = System.nanoTime() - start;
              if (problem == null) {
                accepted.count(elapsed);
              } else if (!isRejection(problem)) {
                failed.count(elapsed);
                failure.compareAndSet(null, problem.toString());
              }
              free.release();
            });
  }

  private static boolean isRejection(Throwable problem) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    return cause instanceof InvalidConfigurationInQueryException;
  }
}
