package io.goodput.lab.bench.load;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import com.datastax.oss.driver.internal.core.channel.ResponseCallback;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.response.result.Void;
import io.goodput.driver.AdaptiveThrottler;
import io.goodput.driver.BudgetedRetryPolicy;
import io.goodput.driver.ClientDeadlines;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Requests of an application that uses the Java driver with Goodput's library, through the driver's
 * own retries and timeouts. Thread-safe.
 */
public final class LibraryRequests implements RequestSource, AutoCloseable {

  private static final Frame DONE =
      Frame.forResponse(4, 0, null, Frame.NO_PAYLOAD, List.of(), Void.INSTANCE);

  private final CqlSession session;
  private final List<BoundStatement> statements;
  private final LongAdder attempts;

  private LibraryRequests(CqlSession session, List<BoundStatement> statements, LongAdder attempts) {
    this.session = session;
    this.statements = statements;
    this.attempts = attempts;
  }

  /** The reads of {@link SmallPartitions}. */
  public static LibraryRequests reads(CqlSessionBuilder builder, Duration timeout) {
    return of(
        builder,
        timeout,
        SmallPartitions.READ,
        SmallPartitions.keys()
            .<List<ByteBuffer>>mapToObj(id -> List.of(LoadClient.encoded(id)))
            .toList());
  }

  /**
   * A statement, sent at QUORUM with each row of encoded parameters in turn.
   *
   * @param builder with contact points, and perhaps with a login
   * @param timeout of each request with all its attempts
   */
  public static LibraryRequests of(
      CqlSessionBuilder builder, Duration timeout, String statement, List<List<ByteBuffer>> rows) {
    DriverConfigLoader own =
        DriverConfigLoader.fromString(
            """
            datastax-java-driver {
              basic.request.timeout = %d ms
              advanced.request-id.generator.class = %s
              advanced.retry-policy.class = %s
              advanced.throttler.class = %s
            }
            """
                .formatted(
                    timeout.toMillis(),
                    ClientDeadlines.class.getName(),
                    BudgetedRetryPolicy.class.getName(),
                    AdaptiveThrottler.class.getName()));
    LongAdder attempts = new LongAdder();
    CqlSession session =
        builder
            .addRequestTracker(new Attempts(attempts))
            .withConfigLoader(
                DriverConfigLoader.compose(own, DriverConfigLoader.fromClasspath("load-client")))
            .build();
    PreparedStatement prepared = session.prepare(statement);
    return new LibraryRequests(
        session, rows.stream().map(row -> bound(prepared, row)).toList(), attempts);
  }

  private static BoundStatement bound(PreparedStatement prepared, List<ByteBuffer> row) {
    BoundStatement bound =
        prepared.bind().setConsistencyLevel(DefaultConsistencyLevel.QUORUM).setIdempotent(true);
    for (int place = 0; place < row.size(); place++) {
      bound = bound.setBytesUnsafe(place, row.get(place));
    }
    return bound;
  }

  /** Attempts so far, of all requests together. */
  public long sent() {
    return attempts.sum();
  }

  /** The driver chooses the node. */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The callback learns of a failure.
  public boolean send(long number, int places, ResponseCallback callback) {
    session
        .executeAsync(statements.get((int) (number % statements.size())))
        .whenComplete(
            (rows, problem) -> {
              if (problem == null) {
                callback.onResponse(DONE);
              } else {
                callback.onFailure(problem);
              }
            });
    return true;
  }

  @Override
  public void close() {
    session.close();
  }

  /** Counts each answer and error of a node, and requests without one. */
  private record Attempts(LongAdder count) implements RequestTracker {

    @Override
    public void onNodeSuccess(
        Request request,
        long latencyNanos,
        DriverExecutionProfile executionProfile,
        Node node,
        String requestLogPrefix) {
      count.increment();
    }

    @Override
    public void onNodeError(
        Request request,
        Throwable error,
        long latencyNanos,
        DriverExecutionProfile executionProfile,
        Node node,
        String requestLogPrefix) {
      count.increment();
    }

    @Override
    public void onError(
        Request request,
        Throwable error,
        long latencyNanos,
        DriverExecutionProfile executionProfile,
        @Nullable Node node,
        String requestLogPrefix) {
      if (error instanceof DriverTimeoutException) {
        count.increment();
      }
    }

    @Override
    public void close() {}
  }
}
