package io.goodput.cassandra.view;

import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.view.HotPartitions.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * {@code hot_partitions}: the busiest partitions of limited tables, as this node counts them. A
 * client sees those of the tables that it may read: a token tells a guessed key.
 */
final class HotPartitionsTable {

  private HotPartitionsTable() {}

  static VirtualTable of(HotPartitions partitions) {
    return View.<Row>of(
            "hot_partitions",
            "the busiest partitions of tables that have per-partition rate limits")
        .partitionKey("rank", Int32Type.instance, Row::rank)
        .column("keyspace_name", UTF8Type.instance, row -> row.table().keyspace)
        .column("table_name", UTF8Type.instance, row -> row.table().name)
        .column("kind", UTF8Type.instance, row -> row.limit().operation().toString())
        .column("partition_key", UTF8Type.instance, Row::key)
        .column("token", UTF8Type.instance, row -> row.name().token().toString())
        .column("per_second", DoubleType.instance, row -> Rounded.tenths(row.rate()))
        .column(
            "rejected_per_second", DoubleType.instance, row -> Rounded.tenths(row.rejectedRate()))
        .column("coalesced", LongType.instance, Row::coalesced)
        .column("answered_stale", LongType.instance, Row::answeredStale)
        .over(() -> visibleTo(Request.current(), partitions.rows()));
  }

  private static List<Row> visibleTo(@Nullable Request client, List<Row> rows) {
    if (client == null) {
      return List.of();
    }
    Map<TableId, Boolean> visible = new HashMap<>();
    return rows.stream()
        .filter(row -> visible.computeIfAbsent(row.table().id, id -> isVisible(client, id)))
        .toList();
  }

  /** Asks the schema, because columns may be masked after the table was limited. */
  private static boolean isVisible(Request client, TableId id) {
    TableMetadata table = Platform.ofThisNode().schema().getTableMetadata(id);
    return table != null && client.maySeeKeysOf(table);
  }
}
