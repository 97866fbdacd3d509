package io.goodput.cli.overrides;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of {@code goodput.overrides}. */
record ListedOverride(
    String keyspace,
    String table,
    String key,
    @Nullable Integer reads,
    @Nullable Integer writes,
    Instant expiresAt,
    String setBy,
    Instant setAt) {

  /** What a row of the view says. */
  static ListedOverride of(Row row) {
    return new ListedOverride(
        text(row, "keyspace_name"),
        text(row, "table_name"),
        text(row, "partition_key"),
        row.get("max_reads_per_second", Integer.class),
        row.get("max_writes_per_second", Integer.class),
        Objects.requireNonNull(row.getInstant("expires_at")),
        text(row, "set_by"),
        Objects.requireNonNull(row.getInstant("set_at")));
  }

  private static String text(Row row, String column) {
    return Objects.requireNonNullElse(row.getString(column), "");
  }

  /** For example: {@code 10 reads and 0 writes per second until 2026-11-24T03:10:00Z}. */
  String inWords() {
    String limits =
        reads == null
            ? writes + " writes"
            : writes == null ? reads + " reads" : reads + " reads and " + writes + " writes";
    return limits + " per second until " + expiresAt;
  }

  /** The fields in JSON. */
  Map<String, @Nullable Object> fields() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("keyspace", keyspace);
    fields.put("table", table);
    fields.put("partition_key", key);
    fields.put("max_reads_per_second", reads);
    fields.put("max_writes_per_second", writes);
    fields.put("expires_at", expiresAt.toString());
    fields.put("set_by", setBy);
    fields.put("set_at", setAt.toString());
    return fields;
  }
}
