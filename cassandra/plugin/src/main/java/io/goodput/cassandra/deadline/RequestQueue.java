package io.goodput.cassandra.deadline;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.request.Reasons;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.request.TimeoutRejections;
import io.goodput.core.queue.QueueDeadline;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestTimeoutException;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/** The requests of one kind, as they leave this node's queue. Thread-safe. */
final class RequestQueue {

  /** After that, the queue is judged anew. */
  private static final long RETRY_MILLIS =
      TimeUnit.NANOSECONDS.toMillis(QueueDeadline.INTERVAL_NANOS);

  private final RequestKind kind;
  private final @Nullable Duration clientTimeout;
  private final QueueDeadline deadline;
  private final TimeoutRejections tooLate;
  private final TimeoutRejections overload;
  private final TimeoutRejections repeat;
  private final Counter droppedTooLate = new Counter();
  private final Counter droppedForOverload = new Counter();
  private final Counter droppedRepeats = new Counter();

  /**
   * An empty queue.
   *
   * @param clientTimeout how long clients wait for such a request; null for Cassandra's own timeout
   * @param now monotonic nanoseconds
   */
  RequestQueue(RequestKind kind, @Nullable Duration clientTimeout, long now) {
    this.kind = kind;
    this.clientTimeout = clientTimeout;
    this.deadline = new QueueDeadline(now);
    this.tooLate =
        new TimeoutRejections(
            kind,
            Reasons.Kind.LATE,
            "it waited in the node's queue for longer than its client does",
            () -> RETRY_MILLIS);
    this.overload =
        new TimeoutRejections(
            kind,
            Reasons.Kind.LATE,
            "the node has a standing queue, and it had waited for too long in it",
            () -> RETRY_MILLIS);
    this.repeat =
        new TimeoutRejections(
            kind,
            Reasons.Kind.REPEAT,
            "it repeats a request that has failed, and its role repeats more than a tenth",
            () -> TimeoutRejections.UNKNOWN);
  }

  /**
   * Decides on a request that leaves the queue.
   *
   * @param now monotonic nanoseconds
   * @param waited nanoseconds in the queue
   * @param timeout the client timeout of this request in nanoseconds
   * @param table what the request reads or writes; null for a batch
   * @return the timeout that answers the client; null to serve the request
   */
  @Nullable RequestTimeoutException decide(
      long now,
      long waited,
      long timeout,
      ConsistencyLevel consistency,
      @Nullable TableMetadata table) {
    return switch (deadline.decide(now, waited, timeout, clientTimeoutNanos())) {
      case SERVE -> null;
      case TOO_LATE -> drop(droppedTooLate, tooLate, consistency, table);
      case OVERLOAD -> drop(droppedForOverload, overload, consistency, table);
    };
  }

  /** The timeout that answers a request that repeats a failed one beyond a budget. */
  RequestTimeoutException refuseRepeat(
      ConsistencyLevel consistency, @Nullable TableMetadata table) {
    return drop(droppedRepeats, repeat, consistency, table);
  }

  private static RequestTimeoutException drop(
      Counter counter,
      TimeoutRejections rejections,
      ConsistencyLevel consistency,
      @Nullable TableMetadata table) {
    counter.inc();
    return rejections.at(consistency, table);
  }

  /** Records a request that was served, with its nanoseconds since it left the queue. */
  void served(long nanos) {
    deadline.served(nanos);
  }

  /** The kind of its requests. */
  RequestKind kind() {
    return kind;
  }

  /**
   * The client timeout of a request in nanoseconds. No client waits for longer than Cassandra's own
   * timeout.
   *
   * @param stated by the client or for its role; zero if it is not known
   */
  long timeoutNanos(long stated) {
    return stated == 0 ? clientTimeoutNanos() : Math.min(stated, kind.serverTimeoutNanos());
  }

  /** The timeout of clients that do not send theirs, in nanoseconds. */
  long clientTimeoutNanos() {
    return clientTimeout == null ? kind.serverTimeoutNanos() : clientTimeout.toNanos();
  }

  /** Whether the node has been told how long clients wait that do not send their timeout. */
  boolean knowsItsClients() {
    return clientTimeout != null;
  }

  /** The expected time from the queue to the answer, in nanoseconds. */
  long expectedServiceNanos() {
    return deadline.expectedServiceNanos();
  }

  /** Whether this is a standing queue: more requests arrive than the node serves. */
  boolean isStanding() {
    return deadline.isStanding();
  }

  /** Requests that were dropped because their clients had given up, or would have. */
  Counter droppedTooLate() {
    return droppedTooLate;
  }

  /** Requests that were dropped because it was a standing queue. */
  Counter droppedForOverload() {
    return droppedForOverload;
  }

  /** Requests that were dropped because they repeated failed ones beyond a budget. */
  Counter droppedRepeats() {
    return droppedRepeats;
  }
}
