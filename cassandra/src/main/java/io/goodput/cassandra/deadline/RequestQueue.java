package io.goodput.cassandra.deadline;

import com.codahale.metrics.Counter;
import io.goodput.core.queue.QueueDeadline;
import java.time.Duration;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/** The requests of one kind, as they leave this node's queue. Thread-safe. */
public final class RequestQueue {

  private static final long LIKE_THE_SERVER = 0;

  private final RequestKind kind;
  private final long setPatienceNanos;
  private final QueueDeadline deadline;
  private final DroppedRequests tooLate;
  private final DroppedRequests overload;
  private final Counter droppedTooLate = new Counter();
  private final Counter droppedForOverload = new Counter();

  /**
   * A queue that is empty now.
   *
   * @param patience how long clients wait for such a request; null for as long as the server does
   */
  RequestQueue(RequestKind kind, @Nullable Duration patience, long now) {
    this.kind = kind;
    this.setPatienceNanos = patience == null ? LIKE_THE_SERVER : patience.toNanos();
    this.deadline = new QueueDeadline(now);
    this.tooLate =
        new DroppedRequests(kind, "it waited in the node's queue for longer than its client does");
    this.overload =
        new DroppedRequests(kind, "the node's queue stands, and it had waited for too long in it");
  }

  /**
   * Decides on a request that leaves the queue now.
   *
   * @param waited nanoseconds in the queue
   * @param ownPatience the request's own, in nanoseconds; zero if it has none
   * @return what to answer if it is dropped; null if it is to be served
   */
  @Nullable RequestTimeoutException answerIfDropped(
      long now, long waited, long ownPatience, ConsistencyLevel consistency) {
    long patience = ownPatience == 0 ? patienceNanos() : ownPatience;
    return switch (deadline.decide(now, waited, patience)) {
      case SERVE -> null;
      case TOO_LATE -> dropped(droppedTooLate, tooLate, consistency);
      case OVERLOAD -> dropped(droppedForOverload, overload, consistency);
    };
  }

  private static RequestTimeoutException dropped(
      Counter counter, DroppedRequests answers, ConsistencyLevel consistency) {
    counter.inc();
    return answers.to(consistency);
  }

  /** Takes note of a request that was served; nanoseconds since it left the queue. */
  void served(long nanos) {
    deadline.served(nanos);
  }

  public RequestKind kind() {
    return kind;
  }

  /** How long clients are taken to wait, in nanoseconds. */
  public long patienceNanos() {
    return setPatienceNanos == LIKE_THE_SERVER ? kind.serverTimeoutNanos() : setPatienceNanos;
  }

  /** How long requests take once they leave the queue, by and large, in nanoseconds. */
  public long expectedServiceNanos() {
    return deadline.expectedServiceNanos();
  }

  public boolean isStanding() {
    return deadline.isStanding();
  }

  public Counter droppedTooLate() {
    return droppedTooLate;
  }

  public Counter droppedForOverload() {
    return droppedForOverload;
  }
}
