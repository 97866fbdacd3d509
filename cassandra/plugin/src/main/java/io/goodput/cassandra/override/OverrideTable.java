package io.goodput.cassandra.override;

import io.goodput.cassandra.limit.PartitionOverride;
import io.goodput.cassandra.own.OwnTable;
import io.goodput.cassandra.platform.Platform;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.cql3.UntypedResultSet;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.NoSpamLogger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table {@code goodput_overrides.overrides}. Everything is in one partition, so that a node
 * reads all of it at once, and each override is one cell.
 *
 * <p>No read finds a tombstone, however often clients change overrides. A change writes the cell
 * anew, and a removal writes an override that has expired; each lives for at least as long as the
 * cell that it replaces. So an older value that a replica has kept does not outlive it, as long as
 * reads and writes are quorums, and expired cells need no grace. Without a grace, there are no
 * hints: reads repair what a replica has missed. A data center that was down as a whole keeps what
 * it has until that expires. A row lives for at least {@value #LEAST_SECONDS} seconds and counts
 * among the quota until then, which bounds how many have expired between two flushes.
 *
 * <p>Thread-safe; each method may throw a {@link RequestExecutionException}, as when too few
 * replicas are up.
 */
final class OverrideTable {

  private static final Logger logger = LoggerFactory.getLogger(OverrideTable.class);

  static final int LEAST_SECONDS = 600;

  private static final OwnTable OWN =
      new OwnTable(
          "goodput_overrides",
          "overrides",
          """
          scope text,
          table_id uuid,
          partition_key blob,
          override frozen<map<text, text>>,
          PRIMARY KEY (scope, table_id, partition_key)
          """,
          """
          id = 0b7b1b0e-6a0e-5c5f-9d1e-7c1f3a9d6e42
          AND gc_grace_seconds = 0
          AND memtable_flush_period_in_ms = 3600000
          AND comment = 'overrides of limits of partitions: use UPDATE goodput.overrides'
          """);

  private static final String SELECT =
      "SELECT table_id, partition_key, override, ttl(override) AS seconds FROM "
          + OWN.qualifiedName()
          + " WHERE scope = 'cluster' LIMIT "
          + OverrideQuota.MOST;
  private static final String KEY =
      " WHERE scope = 'cluster' AND table_id = ? AND partition_key = ?";
  private static final String SAVE =
      "UPDATE " + OWN.qualifiedName() + " USING TTL ? SET override = ?" + KEY;

  private static final String EXPIRES_AT = "expires_at";
  private static final String SET_AT = "set_at";
  private static final String SET_BY = "set_by";

  /** Whether the table has just been created, so that it cannot be read yet. */
  boolean isOpening() {
    return OWN.isOpening();
  }

  /**
   * A row.
   *
   * @param override may have expired, or have been removed
   * @param seconds until the row goes
   */
  record Stored(PartitionOverride override, int seconds) {}

  /** What the table holds; nothing if it does not exist. */
  List<Stored> read() {
    List<Stored> stored = new ArrayList<>();
    if (OWN.exists()) {
      for (UntypedResultSet.Row row : OWN.read(SELECT)) {
        PartitionOverride override = override(row);
        if (override != null) {
          // A row without an expiry is a user's own.
          int seconds = row.has("seconds") ? row.getInt("seconds") : OverrideUpdate.MOST_SECONDS;
          stored.add(new Stored(override, seconds));
        }
      }
    }
    return stored;
  }

  /** Users may have written rows themselves, so an invalid row is no error; null for such a row. */
  private static @Nullable PartitionOverride override(UntypedResultSet.Row row) {
    try {
      Map<String, String> values = row.getFrozenTextMap("override");
      TableId table = TableId.fromUUID(row.getUUID("table_id"));
      return new PartitionOverride(
          table,
          valid(row.getBytes("partition_key"), table),
          limit(values.get(OverrideStatements.READS)),
          limit(values.get(OverrideStatements.WRITES)),
          Instant.parse(values.get(EXPIRES_AT)),
          values.getOrDefault(SET_BY, ""),
          Instant.parse(values.get(SET_AT)));
    } catch (RuntimeException e) {
      NoSpamLogger.log(
          logger,
          NoSpamLogger.Level.WARN,
          1,
          TimeUnit.HOURS,
          "{} has an invalid row; this node ignores it",
          OWN.qualifiedName());
      return null;
    }
  }

  /**
   * Checks the key of a table; those of tables that do not exist are never looked at.
   *
   * @throws RuntimeException if the table has no such key
   */
  private static ByteBuffer valid(ByteBuffer key, TableId id) {
    TableMetadata table = Platform.ofThisNode().schema().getTableMetadata(id);
    if (key.remaining() > Overrides.MOST_KEY_BYTES) {
      throw new IllegalArgumentException("The key is too long");
    }
    if (table != null) {
      table.partitionKeyType.validate(key);
    }
    return key;
  }

  private static @Nullable Integer limit(@Nullable String value) {
    if (value == null) {
      return null;
    }
    int limit = Integer.parseInt(value);
    if (limit < 0) {
      throw new IllegalArgumentException("The limit is negative");
    }
    return limit;
  }

  /**
   * Stores an override until it expires, and creates the table first if it does not exist. Returns
   * whether all data centers have it.
   *
   * @param replaced the row of the same partition; null without one
   */
  boolean save(PartitionOverride override, @Nullable Stored replaced, Instant now) {
    OWN.createIfMissing();
    Map<String, String> values = new HashMap<>();
    values.put(EXPIRES_AT, override.expiresAt().toString());
    values.put(SET_AT, override.setAt().toString());
    values.put(SET_BY, override.setBy());
    if (override.reads() != null) {
      values.put(OverrideStatements.READS, override.reads().toString());
    }
    if (override.writes() != null) {
      values.put(OverrideStatements.WRITES, override.writes().toString());
    }
    int needed = (int) Duration.between(now, override.expiresAt()).toSeconds() + 1;
    int seconds = Math.max(needed, LEAST_SECONDS);
    if (replaced != null) {
      seconds = Math.max(seconds, replaced.seconds());
    }
    return OWN.writeHereAtLeast(SAVE, seconds, values, override.table().asUUID(), override.key());
  }
}
