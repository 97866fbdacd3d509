package io.goodput.cassandra.runaway;

import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.net.Message;
import org.jspecify.annotations.Nullable;

/**
 * A part of a read that goes through a range of a table, which this node executes as a replica.
 *
 * @param startedNanos when its execution began, on the {@code RequestClock}; if this node
 *     coordinates the read, when it was first seen
 * @param message that asked for it; null if this node coordinates the read
 */
record RunningRead(ReadCommand command, long startedNanos, @Nullable Message<?> message) {

  /** Whether no one waits for its answer any longer. */
  boolean hasExpired(long now) {
    return message != null && message.expiresAtNanos() < now;
  }

  /** Whether this node coordinates the read. */
  boolean isLocal() {
    return message == null;
  }
}
