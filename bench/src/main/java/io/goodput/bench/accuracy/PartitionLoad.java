package io.goodput.bench.accuracy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An open load on one partition: every request has a moment at which it is to be sent, whatever
 * became of those before it. One whose moment comes while too many are in flight is not sent, and
 * does not count as offered.
 *
 * <p>Sending is for one thread; answers come on any.
 */
final class PartitionLoad {

  private static final int MAX_IN_FLIGHT = 256;
  private static final double NANOS_PER_SECOND = 1e9;

  private final CqlSession session;
  private final List<Statement<?>> turns;
  private final long perSecond;
  private final long start;
  private final Semaphore free = new Semaphore(MAX_IN_FLIGHT);
  private final Tally offered;
  private final Tally accepted;
  private final Tally failed;
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private long intended;

  /**
   * @param turns the same request, addressed to each coordinator in turn
   * @param start in nanoseconds of {@link System#nanoTime}
   */
  PartitionLoad(
      CqlSession session, List<Statement<?>> turns, long perSecond, long start, int seconds) {
    this.session = session;
    this.turns = turns;
    this.perSecond = perSecond;
    this.start = start;
    this.offered = new Tally(seconds);
    this.accepted = new Tally(seconds);
    this.failed = new Tally(seconds);
  }

  /** Sends what should have been sent by now. */
  void sendDue(long now) {
    long due = (long) ((now - start) / NANOS_PER_SECOND * perSecond);
    for (; intended < due; intended++) {
      if (free.tryAcquire()) {
        send(turns.get((int) (intended % turns.size())));
      }
    }
  }

  /** Waits until every request has been answered. */
  void awaitAnswers() throws InterruptedException {
    free.acquire(MAX_IN_FLIGHT);
  }

  Measurement measurement(int warmUpSeconds) {
    return new Measurement(
        accepted.meanFrom(warmUpSeconds),
        offered.meanFrom(warmUpSeconds),
        accepted.in(0),
        failed.meanFrom(warmUpSeconds),
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
              } else if (!isRefusal(problem)) {
                failed.count(elapsed);
                failure.compareAndSet(null, problem.toString());
              }
              free.release();
            });
  }

  private static boolean isRefusal(Throwable problem) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    return cause instanceof InvalidConfigurationInQueryException;
  }
}
