package io.goodput.cassandra.view;

import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.schema.TableMetadata;

/** {@code hot_partitions}: the busiest partitions of limited tables, as this node counts them. */
final class HotPartitionsTable extends AbstractVirtualTable {

  private final HotPartitions hotPartitions;

  HotPartitionsTable(String keyspace, HotPartitions hotPartitions) {
    super(
        TableMetadata.builder(keyspace, "hot_partitions")
            .comment("the busiest partitions of tables that have per-partition rate limits")
            .kind(TableMetadata.Kind.VIRTUAL)
            .partitioner(new LocalPartitioner(Int32Type.instance))
            .addPartitionKeyColumn("rank", Int32Type.instance)
            .addRegularColumn("keyspace_name", UTF8Type.instance)
            .addRegularColumn("table_name", UTF8Type.instance)
            .addRegularColumn("kind", UTF8Type.instance)
            .addRegularColumn("partition_key", UTF8Type.instance)
            .addRegularColumn("token", UTF8Type.instance)
            .addRegularColumn("per_second", DoubleType.instance)
            .addRegularColumn("rejected_per_second", DoubleType.instance)
            .build());
    this.hotPartitions = hotPartitions;
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    int rank = 0;
    for (HotPartitions.Row row : hotPartitions.rows()) {
      rank++;
      rows.row(rank)
          .column("keyspace_name", row.table().keyspace)
          .column("table_name", row.table().name)
          .column("kind", row.series().kind().toString())
          .column("partition_key", row.key())
          .column("token", row.name().token().toString())
          .column("per_second", Tenths.of(row.rate()))
          .column("rejected_per_second", Tenths.of(row.rejectedRate()));
    }
    return rows;
  }
}
