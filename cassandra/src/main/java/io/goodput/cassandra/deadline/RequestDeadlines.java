package io.goodput.cassandra.deadline;

import io.goodput.cassandra.limit.Faults;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.RequestTimeoutException;
import org.apache.cassandra.tracing.Tracing;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.utils.MonotonicClock;
import org.jspecify.annotations.Nullable;

/**
 * Drops the requests that have waited in this node's queue for longer than is worth while.
 *
 * <p>Cassandra notes when a request enters its queue and when it leaves it, so that deciding reads
 * no clock. Thread-safe and lock-free.
 */
public final class RequestDeadlines {

  private final Map<RequestKind, RequestQueue> queues = new EnumMap<>(RequestKind.class);

  private final Faults faults;

  /**
   * @param patience how long clients wait, where it is not as long as the server does
   */
  public RequestDeadlines(Map<RequestKind, Duration> patience, Faults faults) {
    this.faults = faults;
    long now = MonotonicClock.Global.preciseTime.now();
    for (RequestKind kind : RequestKind.values()) {
      queues.put(kind, new RequestQueue(kind, patience.get(kind), now));
    }
  }

  /** One for each kind of request. */
  public List<RequestQueue> queues() {
    return List.copyOf(queues.values());
  }

  /**
   * Sees a request leave the queue.
   *
   * @param consistency null if the request names none
   * @return where to tell that it has been {@link #served}; null if nobody wants to know
   * @throws RequestTimeoutException if it is dropped
   * @throws InvalidRequestException if it states its client's patience in a wrong way
   */
  public @Nullable RequestQueue leave(
      CQLStatement statement,
      @Nullable ConsistencyLevel consistency,
      @Nullable Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    RequestTimeoutException answer;
    RequestQueue queue;
    try {
      RequestKind kind = RequestKind.of(statement);
      if (kind == null || consistency == null) {
        return null;
      }
      queue = Objects.requireNonNull(queues.get(kind));
      answer =
          queue.answerIfDropped(
              time.startedAtNanos(),
              time.timeSpentInQueueNanos(),
              payload == null ? 0 : ClientPatience.nanosIn(payload),
              consistency);
    } catch (InvalidRequestException e) {
      throw e;
    } catch (Throwable e) {
      faults.report("deciding whether a request is too late", e);
      return null;
    }
    if (answer != null) {
      Tracing.trace(answer.getMessage());
      throw answer;
    }
    return queue;
  }

  /** Takes note of a request that was served. The clock is that of Cassandra, exact to 2 ms. */
  public static void served(RequestQueue queue, Dispatcher.RequestTime time) {
    queue.served(Math.max(0, MonotonicClock.Global.approxTime.now() - time.startedAtNanos()));
  }
}
