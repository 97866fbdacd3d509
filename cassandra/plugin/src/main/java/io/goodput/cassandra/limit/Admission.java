package io.goodput.cassandra.limit;

import io.goodput.cassandra.request.Slot;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.net.Message;
import org.jspecify.annotations.Nullable;

/**
 * How this node, as its coordinator, admitted a request on a limited table: by its own decision, or
 * for the replicas to decide.
 *
 * <p>Belongs to the request's thread, except {@link #answered}, {@link #reject}, {@link
 * #isSettled}, and {@link #isExpired}, which any thread may call.
 */
final class Admission {

  /** Where the request under way keeps its admission. */
  static final Slot<Admission> SLOT = new Slot<>();

  private enum Verdict {
    OPEN,
    REJECTED,
    ADMITTED
  }

  private static final VarHandle VERDICT;
  private static final VarHandle UNANSWERED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      VERDICT = lookup.findVarHandle(Admission.class, "verdict", Verdict.class);
      UNANSWERED = lookup.findVarHandle(Admission.class, "unanswered", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final TableLimit limit;
  private final Stamp stamp;
  private @Nullable Set<Contact> contacted;
  private @Nullable Set<@Nullable DecoratedKey> repaired;
  private List<Sent> sent = List.of();
  private long expiresAtNanos;
  private volatile Verdict verdict = Verdict.OPEN;

  @SuppressWarnings("unused") // through UNANSWERED
  private volatile int unanswered;

  Admission(TableLimit limit, Stamp stamp) {
    this.limit = limit;
    this.stamp = stamp;
  }

  /** What the request's messages tell the replicas. */
  Stamp stamp() {
    return stamp;
  }

  /** The limit of the first limited partition that the request names. */
  TableLimit limit() {
    return limit;
  }

  boolean isRead() {
    return limit.operation() == Operation.READS;
  }

  /**
   * Records that a replica is asked for a partition, and tells whether the request asks. Read
   * repair asks each replica again that the request has asked, and then others if these are slow. A
   * later page of the same read counts as read repair, too.
   */
  boolean isFirst(InetAddressAndPort replica, @Nullable DecoratedKey key) {
    if (contacted == null) {
      contacted = new HashSet<>();
    }
    boolean asked = !contacted.add(new Contact(replica, key));
    if (asked) {
      if (repaired == null) {
        repaired = new HashSet<>();
      }
      repaired.add(key);
    }
    return repaired == null || !repaired.contains(key);
  }

  /** Records a message, without a stamp, that the replica may answer with a rejection. */
  void sent(Message<?> message, InetAddressAndPort replica) {
    if (sent.isEmpty()) {
      sent = new ArrayList<>();
      expiresAtNanos = message.expiresAtNanos();
    }
    sent.add(new Sent(message, replica));
    UNANSWERED.getAndAdd(this, 1);
  }

  /** The messages recorded so far. */
  List<Sent> sent() {
    return sent;
  }

  /** Records that a replica has answered. */
  void answered() {
    UNANSWERED.getAndAdd(this, -1);
  }

  /**
   * Records that a replica has rejected the request.
   *
   * @return false if the client has already been told that the request succeeded
   */
  boolean reject() {
    return VERDICT.compareAndSet(this, Verdict.OPEN, Verdict.REJECTED)
        || verdict == Verdict.REJECTED;
  }

  /**
   * Ends the decision: a rejection that arrives later comes too late.
   *
   * @return false if a replica has rejected the request
   */
  boolean admit() {
    return VERDICT.compareAndSet(this, Verdict.OPEN, Verdict.ADMITTED);
  }

  /** Whether no answer of a replica matters any more. */
  boolean isSettled() {
    return verdict != Verdict.OPEN
        && (isRead() || verdict == Verdict.REJECTED || (int) UNANSWERED.getVolatile(this) <= 0);
  }

  /** Whether Cassandra waits for answers no longer, at this time of the {@code RequestClock}. */
  boolean isExpired(long now) {
    return expiresAtNanos < now;
  }

  /** A message and a replica that answers it. */
  record Sent(Message<?> message, InetAddressAndPort replica) {}

  private record Contact(InetAddressAndPort replica, @Nullable DecoratedKey key) {}
}
