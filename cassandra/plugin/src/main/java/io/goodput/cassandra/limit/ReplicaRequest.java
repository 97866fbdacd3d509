package io.goodput.cassandra.limit;

import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.Mutation;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.net.Message;
import org.jspecify.annotations.Nullable;

/** What a message between nodes asks of a replica. */
final class ReplicaRequest {

  private ReplicaRequest() {}

  /** The partition that a message reads or writes; null for other messages. */
  static @Nullable DecoratedKey key(Message<?> message) {
    if (message.payload instanceof SinglePartitionReadCommand read) {
      return read.partitionKey();
    }
    return message.payload instanceof Mutation mutation ? mutation.key() : null;
  }
}
