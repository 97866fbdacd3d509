package io.goodput.cassandra.runaway;

import io.goodput.cassandra.watch.StatementText;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.net.Message;
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

  /** What it has in common with parts of reads that differ only in their literals. */
  String statement() {
    return command.metadata().id + text();
  }

  /** Whether no one waits for its answer any longer. */
  boolean hasExpired(long now) {
    return message != null && message.expiresAtNanos() < now;
  }

  /** Whether this node coordinates the read. */
  boolean isLocal() {
    return message == null;
  }
}
