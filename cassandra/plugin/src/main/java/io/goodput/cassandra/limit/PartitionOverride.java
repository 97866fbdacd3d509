package io.goodput.cassandra.limit;

import java.nio.ByteBuffer;
import java.time.Instant;
import org.apache.cassandra.schema.TableId;
import org.jspecify.annotations.Nullable;

/**
 * Limits that one partition has for a while instead of those of its table. Immutable.
 *
 * @param key the serialized partition key
 * @param reads operations per second, on all nodes together, 0 to 2^31-1; null if the table's own
 *     limit on reads stays in force
 * @param writes likewise
 * @param setBy the role that has set it, or the address of a client that has not logged in
 */
public record PartitionOverride(
    TableId table,
    ByteBuffer key,
    @Nullable Integer reads,
    @Nullable Integer writes,
    Instant expiresAt,
    String setBy,
    Instant setAt) {

  /** The limit on an operation; null if the table's own stays in force. */
  public @Nullable Integer limit(Operation operation) {
    return operation == Operation.READS ? reads : writes;
  }

  /** Whether it is still in force. */
  public boolean isInForce(Instant now) {
    return now.isBefore(expiresAt);
  }

  /** The same, in force until another time. */
  public PartitionOverride endedAt(Instant end) {
    return new PartitionOverride(table, key, reads, writes, end, setBy, setAt);
  }
}
