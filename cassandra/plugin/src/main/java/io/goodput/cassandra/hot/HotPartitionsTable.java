package io.goodput.cassandra.hot;

import io.goodput.cassandra.hot.HotPartitions.Row;
import io.goodput.cassandra.view.Rounded;
import io.goodput.cassandra.view.View;
import io.goodput.cassandra.view.VisibleKeys;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;

/**
 * {@code hot_partitions}: the busiest partitions, as this node counts them. A client sees those of
 * the tables that it may read: a token tells a guessed key.
 */
final class HotPartitionsTable {

  private HotPartitionsTable() {}

  static VirtualTable of(HotPartitions partitions) {
    return View.<Row>of("hot_partitions", "the busiest partitions")
        .partitionKey("rank", Int32Type.instance, Row::rank)
        .column("keyspace_name", UTF8Type.instance, row -> row.table().keyspace)
        .column("table_name", UTF8Type.instance, row -> row.table().name)
        .column("kind", UTF8Type.instance, Row::kind)
        .column("partition_key", UTF8Type.instance, Row::key)
        .column("token", UTF8Type.instance, row -> row.token().toString())
        .column("per_second", DoubleType.instance, row -> Rounded.tenths(row.rate()))
        .column(
            "rejected_per_second", DoubleType.instance, row -> Rounded.tenths(row.rejectedRate()))
        .column("coalesced", LongType.instance, Row::coalesced)
        .column("answered_stale", LongType.instance, Row::answeredStale)
        .column(
            "coordinated_per_second",
            DoubleType.instance,
            row -> row.coordinated() == null ? null : Rounded.tenths(row.coordinated()))
        .column(
            "bytes_per_second",
            LongType.instance,
            row -> row.use() == null ? null : Math.round(row.use().bytesPerSecond()))
        .column(
            "in_flight",
            DoubleType.instance,
            row -> row.use() == null ? null : Rounded.tenths(row.use().inFlight()))
        .over(() -> VisibleKeys.only(partitions.rows(), row -> row.table().id));
  }
}
