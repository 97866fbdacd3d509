package io.goodput.cassandra.override;

import io.goodput.cassandra.limit.PartitionOverride;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.view.View;
import io.goodput.cassandra.view.VisibleKeys;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.exceptions.UnauthorizedException;
import org.apache.cassandra.schema.TableMetadata;

/**
 * {@code overrides}: the limits that single partitions have for a while. A client sees those of the
 * tables that it may read, and changes those of the tables that it may alter.
 */
final class OverridesTable {

  private record Row(TableMetadata table, PartitionOverride override) {}

  private OverridesTable() {}

  static VirtualTable of(Overrides overrides) {
    return View.<Row>of(OverrideStatements.TABLE, "limits that single partitions have for a while")
        .partitionKey("keyspace_name", UTF8Type.instance, row -> row.table.keyspace)
        .partitionKey("table_name", UTF8Type.instance, row -> row.table.name)
        .clustering(
            "partition_key",
            UTF8Type.instance,
            row -> Platform.ofThisNode().keyLiteral(row.table, row.override.key()))
        .column(OverrideStatements.READS, Int32Type.instance, row -> row.override.reads())
        .column(OverrideStatements.WRITES, Int32Type.instance, row -> row.override.writes())
        .column("expires_at", TimestampType.instance, row -> Date.from(row.override.expiresAt()))
        .column("set_by", UTF8Type.instance, row -> row.override.setBy())
        .column("set_at", TimestampType.instance, row -> Date.from(row.override.setAt()))
        .over(() -> rows(overrides), statement -> change(overrides, statement));
  }

  private static List<Row> rows(Overrides overrides) {
    return VisibleKeys.only(overrides.inForce(), PartitionOverride::table).stream()
        .flatMap(
            override ->
                Stream.ofNullable(Platform.ofThisNode().schema().getTableMetadata(override.table()))
                    .map(table -> new Row(table, override)))
        .toList();
  }

  private static void change(Overrides overrides, PartitionUpdate statement) {
    Request client = Request.current();
    if (client == null) {
      throw new UnauthorizedException("Only clients change overrides");
    }
    overrides.apply(statement, client);
  }
}
