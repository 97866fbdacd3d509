package io.goodput.cassandra.request;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.fault.Faults;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.jspecify.annotations.Nullable;

/** Shows requests that arrive to a step, for as long as it takes to look at them. Thread-safe. */
public final class Arrivals {

  /** Nothing is known of a request. */
  public static final Arrived UNDECIDED = new Decided(false, false);

  private final ArrivalStep step;
  private final Faults faults;
  private final Counter answered = new Counter();

  /** Shows requests to this step. */
  public Arrivals(ArrivalStep step, Faults faults) {
    this.step = step;
    this.faults = faults;
  }

  /** Requests that were answered, or that joined a group, without a request thread. */
  public Counter answered() {
    return answered;
  }

  /** Whether a request that arrives now need be shown. */
  public boolean areSeen(long now) {
    return step.isActive(now);
  }

  /**
   * Shows a prepared statement.
   *
   * @param arrivedNanos when it arrived, on the {@link RequestClock}
   * @return what is known for the request thread that executes it; null if the client has been
   *     answered, or will be
   */
  public @Nullable Arrived see(
      CQLStatement statement,
      ClientState client,
      QueryOptions options,
      @Nullable Map<String, ByteBuffer> payload,
      long arrivedNanos,
      Reply reply) {
    Request request =
        Request.prepared(
            statement,
            new QueryState(client),
            options,
            payload,
            new Dispatcher.RequestTime(arrivedNanos));
    try {
      if (step.arrive(request, reply)) {
        answered.inc();
        return null;
      }
      return request.course().decisions();
    } catch (RequestValidationException e) {
      // Cassandra fails in the same way and tells the client why.
      return UNDECIDED;
    } catch (Throwable e) {
      faults.report("looking at a request that arrives", e);
      return UNDECIDED;
    } finally {
      request.end();
    }
  }

  /**
   * Tells the request that the calling thread is about to execute what is known from the time when
   * it arrived; null once it has been executed.
   */
  public static void executing(@Nullable Arrived known) {
    Request.executing(known);
  }
}
