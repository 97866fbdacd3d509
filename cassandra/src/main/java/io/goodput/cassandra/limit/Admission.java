package io.goodput.cassandra.limit;

import io.goodput.cassandra.request.Slot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.jspecify.annotations.Nullable;

/**
 * How this node, as its coordinator, admitted a request on a limited table: by its own decision, or
 * for the replicas to decide.
 *
 * <p>Belongs to the request's thread, except {@link #reject} and {@link #isRejected}.
 */
final class Admission {

  /** Where the request under way keeps its admission. */
  static final Slot<Admission> SLOT = new Slot<>();

  private final TableLimit limit;
  private final Stamp stamp;
  private @Nullable Set<Contact> contacted;
  private List<Sent> sent = List.of();
  private volatile boolean rejected;

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

  /** Records that a replica is asked for a partition; false if it has been asked before. */
  boolean isFirst(InetAddressAndPort replica, @Nullable DecoratedKey key) {
    if (contacted == null) {
      contacted = new HashSet<>();
    }
    return contacted.add(new Contact(replica, key));
  }

  /** Records a message that the replica may answer with a rejection. */
  void sent(long message, InetAddressAndPort replica) {
    if (sent.isEmpty()) {
      sent = new ArrayList<>();
    }
    sent.add(new Sent(message, replica));
  }

  /** The messages recorded so far. */
  List<Sent> sent() {
    return sent;
  }

  /** Records that a replica has rejected the request. Thread-safe. */
  void reject() {
    rejected = true;
  }

  /** Whether a replica has rejected the request. Thread-safe. */
  boolean isRejected() {
    return rejected;
  }

  /** A message, by its id, and the replica that answers it. */
  record Sent(long message, InetAddressAndPort replica) {}

  private record Contact(InetAddressAndPort replica, @Nullable DecoratedKey key) {}
}
