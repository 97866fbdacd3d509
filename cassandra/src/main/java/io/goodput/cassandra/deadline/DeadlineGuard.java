package io.goodput.cassandra.deadline;

import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.cassandra.request.RequestKind;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.jspecify.annotations.Nullable;

/**
 * Sheds the requests that have waited in this node's queue for so long that serving them is a
 * waste.
 *
 * <p>Cassandra stamps a request when it enters its queue and when it leaves, so a decision reads no
 * clock. Thread-safe and lock-free.
 */
public final class DeadlineGuard implements Guard {

  private final Map<RequestKind, RequestQueue> queues = new EnumMap<>(RequestKind.class);

  /**
   * A guard of empty queues.
   *
   * @param patience how long clients wait for requests of a kind; Cassandra's own timeout where it
   *     is missing
   */
  public DeadlineGuard(Map<RequestKind, Duration> patience) {
    long now = RequestClock.now();
    for (RequestKind kind : RequestKind.guarded()) {
      queues.put(kind, new RequestQueue(kind, patience.get(kind), now));
    }
  }

  /** The queue of each kind of request. */
  public List<RequestQueue> queues() {
    return List.copyOf(queues.values());
  }

  @Override
  public String activity() {
    return "deciding whether a request is too late";
  }

  @Override
  public @Nullable CassandraException enter(Request request) {
    RequestQueue queue = queues.get(request.kind());
    ConsistencyLevel consistency = request.consistency();
    if (queue == null || consistency == null) {
      return null;
    }
    ByteBuffer patience = request.payload(ClientPatience.KEY);
    try {
      return queue.decide(
          request.startedNanos(),
          request.queuedNanos(),
          patience == null ? 0 : ClientPatience.nanos(patience),
          consistency);
    } catch (InvalidRequestException e) {
      return e;
    }
  }

  @Override
  public @Nullable CassandraException leave(Request request, @Nullable Throwable failure) {
    RequestQueue queue = queues.get(request.kind());
    if (failure == null && queue != null && !request.isAnsweredByOthers()) {
      queue.served(request.servedNanos());
    }
    return null;
  }
}
