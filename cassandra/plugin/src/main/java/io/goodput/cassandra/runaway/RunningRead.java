package io.goodput.cassandra.runaway;

import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.net.Message;
import org.jspecify.annotations.Nullable;

/**
 * A part of a read that goes through a range of a table, which this node executes as a replica.
 *
 * @param startedNanos when its execution began, on the {@code RequestClock}
 * @param message that asked for it; null if this node coordinates the read
 */
record RunningRead(ReadCommand command, long startedNanos, @Nullable Message<?> message) {

  /** Whether this node coordinates the read. */
  boolean isLocal() {
    return message == null;
  }
}
