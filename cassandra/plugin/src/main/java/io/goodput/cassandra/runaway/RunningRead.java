package io.goodput.cassandra.runaway;

import io.goodput.cassandra.watch.StatementText;
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

  /** What the replica executes, as CQL without literals. */
  String text() {
    return StatementText.withoutLiterals(command.toCQLString());
  }

  /** What it has in common with reads of the same table that differ only in values and pages. */
  Object statement() {
    return new Statement(
        command.metadata().id,
        command.rowFilter().getExpressions().stream()
            .map(condition -> condition.column().name + " " + condition.operator())
            .toList());
  }

  private record Statement(TableId table, List<String> conditions) {}

  /** The read of which this is a part, as far as this node can tell. */
  Object request() {
    return new Asked(command.metadata().id, startedNanos, message == null ? null : message.from());
  }

  private record Asked(TableId table, long startedNanos, @Nullable InetAddressAndPort by) {}

  /** Whether no one waits for its answer any longer. */
  boolean hasExpired(long now) {
    return message != null && message.expiresAtNanos() < now;
  }

  /** Whether this node coordinates the read. */
  boolean isLocal() {
    return message == null;
  }
}
