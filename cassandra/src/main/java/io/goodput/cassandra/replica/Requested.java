package io.goodput.cassandra.replica;

import io.goodput.cassandra.limit.Kind;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.Series;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.Mutation;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.net.Message;
import org.jspecify.annotations.Nullable;

/** What a message between nodes asks for. */
final class Requested {

  private Requested() {}

  /** The partition of a read or a mutation; null for anything else. */
  static @Nullable DecoratedKey keyOf(Message<?> message) {
    if (message.payload instanceof SinglePartitionReadCommand read) {
      return read.partitionKey();
    }
    return message.payload instanceof Mutation mutation ? mutation.key() : null;
  }

  /** The limited operations that it is one of: one for a read, one per table for a mutation. */
  static List<Series> seriesOf(Message<?> message, LimitedTables tables) {
    if (message.payload instanceof SinglePartitionReadCommand read) {
      return Stream.ofNullable(tables.series(read.metadata().id, Kind.READS)).toList();
    }
    if (message.payload instanceof Mutation mutation) {
      return mutation.getTableIds().stream()
          .flatMap(id -> Stream.ofNullable(tables.series(id, Kind.WRITES)))
          .toList();
    }
    return List.of();
  }
}
