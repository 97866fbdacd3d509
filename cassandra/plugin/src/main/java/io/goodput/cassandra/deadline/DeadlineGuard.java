package io.goodput.cassandra.deadline;

import io.goodput.cassandra.level.ServiceLevels;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.request.Verdict;
import io.goodput.core.fair.EffectiveLevel;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.ReadTimeoutException;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Sheds the requests that have waited in this node's queue for so long that serving them is a
 * waste, and those that repeat a failed one beyond a budget. Has reads end when their clients give
 * up.
 *
 * <p>Cassandra stamps a request when it enters its queue and when it leaves, so a decision reads no
 * clock. Thread-safe and lock-free.
 */
final class DeadlineGuard implements Guard {

  private static final PayloadNumber TIMEOUT =
      new PayloadNumber("goodput.timeout_ms", "a whole number of milliseconds");

  /** By the number of their kind; null for requests that are never shed. */
  private final @Nullable RequestQueue[] queues =
      new @Nullable RequestQueue[RequestKind.values().length];

  private final Repeats repeats = new Repeats();
  private final ServiceLevels levels;
  private final BooleanSupplier overloaded;

  /**
   * A guard of empty queues.
   *
   * @param clientTimeouts of kinds of requests; Cassandra's own timeout where one is missing
   * @param levels may tell the client timeout of a role
   * @param overloaded whether requests wait for threads or processors
   */
  DeadlineGuard(
      Map<RequestKind, Duration> clientTimeouts, ServiceLevels levels, BooleanSupplier overloaded) {
    this.levels = levels;
    this.overloaded = overloaded;
    long now = RequestClock.now();
    for (RequestKind kind : RequestKind.guarded()) {
      queues[numberOf(kind)] = new RequestQueue(kind, clientTimeouts.get(kind), now);
    }
  }

  /** The queue of each kind of request. */
  List<RequestQueue> queues() {
    return Arrays.stream(queues).flatMap(Stream::ofNullable).toList();
  }

  /** An EnumMap would take as long for each request as the decision. */
  @SuppressWarnings("EnumOrdinal")
  private static int numberOf(RequestKind kind) {
    return kind.ordinal();
  }

  @Override
  public String activity() {
    return "deciding whether a request is too late";
  }

  @Override
  public Verdict decide(Request request, Occasion occasion) {
    RequestQueue queue = queues[numberOf(request.kind())];
    ConsistencyLevel consistency = request.consistency();
    if (queue == null || consistency == null) {
      return Verdict.ADMIT;
    }
    try {
      long timeout = queue.timeoutNanos(statedNanos(request));
      CassandraException late = late(request, queue, timeout, consistency);
      if (late != null) {
        return Rejection.of(late);
      }
      if (endsWithItsClient(request.kind(), consistency)
          && timeout < request.kind().serverTimeoutNanos()) {
        request.giveUpAfter(timeout);
      }
      return Verdict.ADMIT;
    } catch (InvalidRequestException e) {
      return Rejection.of(e);
    }
  }

  /** How long the client of a request waits for it, in nanoseconds from its arrival. */
  long timeoutNanos(Request request) {
    RequestQueue queue = queues[numberOf(request.kind())];
    try {
      return queue == null
          ? request.kind().serverTimeoutNanos()
          : queue.timeoutNanos(statedNanos(request));
    } catch (InvalidRequestException e) {
      // With drop_late_requests, the guard rejects it.
      return request.kind().serverTimeoutNanos();
    }
  }

  private @Nullable CassandraException late(
      Request request, RequestQueue queue, long timeout, ConsistencyLevel consistency) {
    // One that has waited for its group has been decided on before.
    boolean isRepeat = !request.course().known().mayPostpone() && repeats.has(request);
    CassandraException late =
        queue.decide(
            request.startedNanos(), request.queuedNanos(), timeout, consistency, request.table());
    if (late != null) {
      repeats.failed(request);
      return late;
    }
    return isRepeat && isOverloaded(queue) && !repeats.spend(request)
        ? queue.refuseRepeat(consistency, request.table())
        : null;
  }

  private boolean isOverloaded(RequestQueue queue) {
    return queue.isStanding() || overloaded.getAsBoolean();
  }

  /**
   * Writes do not: replicas may have applied them, and the others must have them, too. So may
   * serial reads, which finish writes of others.
   */
  private static boolean endsWithItsClient(RequestKind kind, ConsistencyLevel consistency) {
    return !kind.isWrite() && !consistency.isSerialConsistency();
  }

  /**
   * The shorter one of those of the request and of its role's service level; zero if there is none.
   */
  private long statedNanos(Request request) {
    ByteBuffer timeout = request.payload(TIMEOUT.key());
    long own = timeout == null ? 0 : TimeUnit.MILLISECONDS.toNanos(TIMEOUT.of(timeout));
    EffectiveLevel level = levels.of(request);
    long ofRole = level == null ? 0 : level.timeoutNanos();
    return own == 0 || ofRole == 0 ? Math.max(own, ofRole) : Math.min(own, ofRole);
  }

  @Override
  public @Nullable Rejection leave(Request request, @Nullable Throwable failure) {
    RequestQueue queue = queues[numberOf(request.kind())];
    if (queue == null) {
      return null;
    }
    if (failure instanceof RequestExecutionException) {
      repeats.failed(request);
      // One that ends with its client would have taken longer.
      if (failure instanceof ReadTimeoutException
          && request.servedNanos() < request.kind().serverTimeoutNanos()) {
        queue.served(request.servedNanos());
      }
    } else if (failure == null && !request.course().isAnsweredByOthers()) {
      queue.served(request.servedNanos());
      if (isOverloaded(queue)) {
        repeats.succeeded(request);
      }
    }
    return null;
  }
}
