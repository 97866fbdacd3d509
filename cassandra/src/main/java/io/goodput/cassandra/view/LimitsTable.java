package io.goodput.cassandra.view;

import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.Series;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.schema.TableMetadata;

/** {@code limits}: every limit in force on this node, and what it does. */
final class LimitsTable extends AbstractVirtualTable {

  private final LimitedTables tables;

  LimitsTable(String keyspace, LimitedTables tables) {
    super(
        TableMetadata.builder(keyspace, "limits")
            .comment("per-partition rate limits of user tables, as this node enforces them")
            .kind(TableMetadata.Kind.VIRTUAL)
            .partitioner(new LocalPartitioner(UTF8Type.instance))
            .addPartitionKeyColumn("keyspace_name", UTF8Type.instance)
            .addClusteringColumn("table_name", UTF8Type.instance)
            .addClusteringColumn("kind", UTF8Type.instance)
            .addRegularColumn("max_per_second", Int32Type.instance)
            .addRegularColumn("accepted", LongType.instance)
            .addRegularColumn("rejected_by_coordinator", LongType.instance)
            .addRegularColumn("rejected_by_replicas", LongType.instance)
            .addRegularColumn("would_reject", LongType.instance)
            .addRegularColumn("unstamped", LongType.instance)
            .addRegularColumn("mode", UTF8Type.instance)
            .addRegularColumn("rejected", LongType.instance)
            .addRegularColumn("accepted_per_second", DoubleType.instance)
            .addRegularColumn("rejected_per_second", DoubleType.instance)
            .build());
    this.tables = tables;
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    for (Series series : tables.series()) {
      rows.row(series.table().keyspace, series.table().name, series.kind().toString())
          .column("max_per_second", (int) series.perSecond())
          .column("accepted", series.accepted().getCount())
          .column("rejected", series.rejected().getCount() + series.rejectedByReplicas().getCount())
          .column("rejected_by_coordinator", series.rejected().getCount())
          .column("rejected_by_replicas", series.rejectedByReplicas().getCount())
          .column("would_reject", series.wouldReject().getCount())
          .column("unstamped", series.unstamped().getCount())
          .column("mode", series.isEnforced() ? "enforce" : "observe")
          .column("accepted_per_second", Tenths.of(series.acceptedPerSecond()))
          .column("rejected_per_second", Tenths.of(series.rejectedPerSecond()));
    }
    return rows;
  }
}
