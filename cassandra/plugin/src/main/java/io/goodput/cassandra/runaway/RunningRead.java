package io.goodput.cassandra.runaway;

import io.goodput.cassandra.watch.StatementText;
import io.goodput.core.time.Nanos;
import java.util.List;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.schema.TableId;
import org.jspecify.annotations.Nullable;

/**
 * A part of a read that goes through a range of a table, which this node executes as a replica.
 *
 * @param startedNanos when the read began, of which this is a part, on the {@code RequestClock}
 * @param message that asked for it; null if this node coordinates the read
 */
record RunningRead(ReadCommand command, long startedNanos, @Nullable Message<?> message) {

  /** The precision of the time of another node's read. */
  private static final long REMOTE_NANOS = 10 * Nanos.PER_MILLI;

  /** What the replica executes, as CQL without literals. */
  String text() {
    return StatementText.withoutLiterals(command.toCQLString());
  }

  /** What it has in common with reads of the same table that differ only in values and ranges. */
  Statement statement() {
    return new Statement(
        command.metadata().id,
        command.limits().toString(),
        command.rowFilter().getExpressions().stream()
            .map(condition -> condition.column().name + " " + condition.operator())
            .toList());
  }

  /** A kind of reads of a table. */
  record Statement(TableId table, String limits, List<String> conditions) {}

  /**
   * The read of which this is a part, as far as this node can tell. The time of another node's read
   * is translated anew for each part, and varies by a millisecond.
   */
  ReadId id() {
    return message == null
        ? new ReadId(command.metadata().id, startedNanos, null)
        : new ReadId(command.metadata().id, startedNanos / REMOTE_NANOS, message.from());
  }

  /** A read of a table by a node; null for this node. */
  record ReadId(TableId table, long started, @Nullable InetAddressAndPort by) {}

  /** Whether no one waits for its answer any longer. */
  boolean hasExpired(long now) {
    return message != null && message.expiresAtNanos() < now;
  }

  /** Whether this node coordinates the read. */
  boolean isLocal() {
    return message == null;
  }
}
