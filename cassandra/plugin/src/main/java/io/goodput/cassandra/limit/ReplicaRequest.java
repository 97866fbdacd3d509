package io.goodput.cassandra.limit;

import io.goodput.cassandra.request.Partition;
import java.util.List;
import java.util.stream.Stream;
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

  /** The limits that apply to a message: at most one for a read, one per table for a mutation. */
  static List<TableLimit> limits(Message<?> message, LimitedTables tables) {
    if (message.payload instanceof SinglePartitionReadCommand read) {
      long token = Partition.bitsOf(read.partitionKey().getToken());
      return Stream.ofNullable(tables.limitOfBits(read.metadata().id, Operation.READS, token))
          .toList();
    }
    if (message.payload instanceof Mutation mutation) {
      long token = Partition.bitsOf(mutation.key().getToken());
      return mutation.getTableIds().stream()
          .flatMap(id -> Stream.ofNullable(tables.limitOfBits(id, Operation.WRITES, token)))
          .toList();
    }
    return List.of();
  }
}
