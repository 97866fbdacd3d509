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
public final class RequestQueue {

  /** After that, the queue is judged anew. */
  private static final long RETRY_MILLIS =
      TimeUnit.NANOSECONDS.toMillis(QueueDeadline.INTERVAL_NANOS);

  private final RequestKind kind;
  private final @Nullable Duration patience;
  private final QueueDeadline deadline;
  private final TimeoutRejections tooLate;
  private final TimeoutRejections overload;
  private final Counter droppedTooLate = new Counter();
  private final Counter droppedForOverload = new Counter();

  /**
   * An empty queue.
   *
   * @param patience how long clients wait for such a request; null for Cassandra's own timeout
   * @param now monotonic nanoseconds
   */
  RequestQueue(RequestKind kind, @Nullable Duration patience, long now) {
    this.kind = kind;
    this.patience = patience;
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
            "the node's queue stands, and it had waited for too long in it",
            () -> RETRY_MILLIS);
  }

  /**
   * Decides on a request that leaves the queue.
   *
   * @param now monotonic nanoseconds
   * @param waited nanoseconds in the queue
   * @param ownPatience nanoseconds that its client waits; zero if the client does not say. No
   *     client waits for longer than Cassandra's own timeout.
   * @param table what the request reads or writes; null for a batch
   * @return the timeout that answers the client; null to serve the request
   */
  @Nullable RequestTimeoutException decide(
      long now,
      long waited,
      long ownPatience,
      ConsistencyLevel consistency,
      @Nullable TableMetadata table) {
    long usual = patienceNanos();
    long own = ownPatience == 0 ? usual : Math.min(ownPatience, kind.serverTimeoutNanos());
    return switch (deadline.decide(now, waited, own, usual)) {
      case SERVE -> null;
      case TOO_LATE -> drop(droppedTooLate, tooLate, consistency, table);
      case OVERLOAD -> drop(droppedForOverload, overload, consistency, table);
    };
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
  public RequestKind kind() {
    return kind;
  }

  /** How long clients wait that do not say it themselves, in nanoseconds. */
  public long patienceNanos() {
    return patience == null ? kind.serverTimeoutNanos() : patience.toNanos();
  }

  /** The expected time from the queue to the answer, in nanoseconds. */
  public long expectedServiceNanos() {
    return deadline.expectedServiceNanos();
  }

  /** Whether the queue stands: more requests arrive than the node serves. */
  public boolean isStanding() {
    return deadline.isStanding();
  }

  /** Requests that were dropped because their clients had given up, or would have. */
  public Counter droppedTooLate() {
    return droppedTooLate;
  }

  /** Requests that were dropped while the queue stood. */
  public Counter droppedForOverload() {
    return droppedForOverload;
  }
}
