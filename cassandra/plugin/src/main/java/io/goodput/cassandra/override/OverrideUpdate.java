package io.goodput.cassandra.override;

import static io.goodput.cassandra.override.OverrideStatements.READS;
import static io.goodput.cassandra.override.OverrideStatements.WRITES;

import io.goodput.cassandra.limit.PartitionOverride;
import io.goodput.cassandra.platform.Platform;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.apache.cassandra.db.marshal.CompositeType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.TableId;
import org.jspecify.annotations.Nullable;

/**
 * What a statement says about one override. Immutable.
 *
 * @param key the partition key as a literal of CQL
 * @param isRemoval whether it removes the override
 * @param limits by column, the limits that it sets; null for one that it removes
 * @param seconds until the override expires; 0 if the statement does not say
 */
record OverrideUpdate(
    String keyspace,
    String table,
    String key,
    boolean isRemoval,
    Map<String, @Nullable Integer> limits,
    int seconds) {

  /** The longest time that an override may last, in seconds. */
  static final int MOST_SECONDS = 86_400;

  /**
   * Reads an update of the virtual table.
   *
   * @throws InvalidRequestException if it says something else than one override
   */
  static OverrideUpdate of(PartitionUpdate update) {
    Iterator<Row> rows = update.iterator();
    if (!update.deletionInfo().isLive() || !rows.hasNext()) {
      throw new InvalidRequestException(
          "DELETE removes one override: state keyspace_name, table_name, and partition_key");
    }
    Row row = rows.next();
    if (rows.hasNext()) {
      throw new InvalidRequestException(
          "A statement changes one override: state one partition_key");
    }
    ByteBuffer[] names =
        ((CompositeType) update.metadata().partitionKeyType).split(update.partitionKey().getKey());
    Map<String, @Nullable Integer> limits = new HashMap<>();
    int ofInsertion = Platform.ofThisNode().secondsOfInsertion(row);
    int seconds = Math.max(0, ofInsertion);
    for (Cell<?> cell : row.cells()) {
      limits.put(settable(cell), cell.isTombstone() ? null : limit(cell));
      seconds = Math.max(seconds, cell.ttl());
    }
    boolean isInsertion = ofInsertion >= 0;
    requireExpiry(seconds, isInsertion || limits.values().stream().anyMatch(it -> it != null));
    return new OverrideUpdate(
        UTF8Type.instance.compose(names[0]),
        UTF8Type.instance.compose(names[1]),
        UTF8Type.instance.compose(row.clustering().bufferAt(0)),
        !row.deletion().isLive(),
        limits,
        seconds);
  }

  private static String settable(Cell<?> cell) {
    String column = cell.column().name.toString();
    if (!column.equals(READS) && !column.equals(WRITES)) {
      throw new InvalidRequestException(
          "Goodput itself sets %s: set %s and %s".formatted(column, READS, WRITES));
    }
    return column;
  }

  private static int limit(Cell<?> cell) {
    Integer limit = Int32Type.instance.compose(cell.buffer());
    if (limit == null || limit < 0) {
      throw new InvalidRequestException(
          "%s must be 0 or more, not %s".formatted(cell.column().name, limit));
    }
    return limit;
  }

  /** A statement that only removes goes without, and leaves the expiry as it is. */
  private static void requireExpiry(int seconds, boolean sets) {
    if (sets && seconds == 0) {
      throw new InvalidRequestException(
          "An override needs an expiry: add USING TTL with 1 to %d seconds"
              .formatted(MOST_SECONDS));
    }
    if (seconds > MOST_SECONDS) {
      throw new InvalidRequestException(
          "An override lasts for at most %d seconds, not %d: set a shorter TTL"
              .formatted(MOST_SECONDS, seconds));
    }
  }

  /**
   * The override once the statement has been executed; null if the statement removes it.
   *
   * @param partition the serialized partition key
   * @param before the override before; null if there was none
   * @throws InvalidRequestException if it would not limit anything
   */
  @Nullable PartitionOverride applied(
      TableId id,
      ByteBuffer partition,
      @Nullable PartitionOverride before,
      String origin,
      Instant now) {
    Integer reads = limit(READS, before == null ? null : before.reads());
    Integer writes = limit(WRITES, before == null ? null : before.writes());
    if (isRemoval || (reads == null && writes == null && seconds == 0)) {
      return null;
    }
    if (reads == null && writes == null) {
      throw new InvalidRequestException(
          "An override needs a limit: set %s, %s, or both".formatted(READS, WRITES));
    }
    Instant expiresAt =
        seconds == 0 ? Objects.requireNonNull(before).expiresAt() : now.plusSeconds(seconds);
    return new PartitionOverride(id, partition, reads, writes, expiresAt, origin, now);
  }

  private @Nullable Integer limit(String column, @Nullable Integer before) {
    return limits.containsKey(column) ? limits.get(column) : before;
  }
}
