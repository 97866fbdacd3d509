package io.goodput.cassandra.override;

import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.limit.PartitionOverride;
import io.goodput.cassandra.own.OwnStatements;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.view.Metrics;
import io.goodput.cassandra.view.View;
import io.goodput.cassandra.view.VisibleKeys;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.exceptions.UnauthorizedException;
import org.apache.cassandra.schema.TableMetadata;

/** The limits that single partitions have for a while. */
public final class OverrideFeature implements Feature {

  private record Row(TableMetadata table, PartitionOverride override) {}

  private final Overrides overrides;

  /** The overrides of this node's cluster. */
  public OverrideFeature(Overrides overrides) {
    this.overrides = overrides;
  }

  @Override
  public List<OwnStatements.Parser> statements() {
    return List.of(new OverrideStatements());
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(table());
  }

  @Override
  public void register(Metrics metrics) {
    metrics.gauge("Overrides", () -> overrides.inForce().size());
  }

  /** On a thread of its own, because it reads a table. */
  @Override
  public List<Tick> ticks() {
    return List.of(
        new Tick(
            "Goodput-overrides", Overrides.TICK_NANOS, "refreshing overrides", overrides::tick));
  }

  /** A client sees those of the tables that it may read, and changes those that it may alter. */
  private VirtualTable table() {
    return View.<Row>of(OverrideStatements.TABLE, "limits that single partitions have for a while")
        .partitionKey("keyspace_name", UTF8Type.instance, row -> row.table.keyspace)
        .partitionKey("table_name", UTF8Type.instance, row -> row.table.name)
        .clustering(
            "partition_key",
            UTF8Type.instance,
            row -> Platform.ofThisNode().keyLiteral(row.table, row.override.key()))
        .integer(OverrideStatements.READS, row -> row.override.reads())
        .integer(OverrideStatements.WRITES, row -> row.override.writes())
        .column("expires_at", TimestampType.instance, row -> Date.from(row.override.expiresAt()))
        .text("set_by", row -> row.override.setBy())
        .column("set_at", TimestampType.instance, row -> Date.from(row.override.setAt()))
        .bool("enforced", row -> overrides.isEnforced(row.table.id))
        .over(this::rows, this::change);
  }

  private List<Row> rows() {
    return VisibleKeys.only(overrides.inForce(), PartitionOverride::table).stream()
        .flatMap(
            override ->
                Stream.ofNullable(Platform.ofThisNode().schema().getTableMetadata(override.table()))
                    .map(table -> new Row(table, override)))
        .toList();
  }

  private void change(PartitionUpdate statement) {
    Request client = CurrentRequest.get();
    if (client == null) {
      throw new UnauthorizedException("Only clients change overrides");
    }
    overrides.apply(statement, client);
  }
}
