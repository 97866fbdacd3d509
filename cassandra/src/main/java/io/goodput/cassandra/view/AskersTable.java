package io.goodput.cassandra.view;

import io.goodput.cassandra.watch.Asker;
import io.goodput.cassandra.watch.RequestWatch;
import io.goodput.cassandra.watch.WatchedPartition;
import io.goodput.core.watch.HeavyRates.Rate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.InetAddressType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;

/**
 * {@code askers}: who asks for the busiest partitions that this node coordinates. A client sees the
 * askers of the tables that it may read.
 */
final class AskersTable {

  private static final int MOST_BY_PARTITION = 10;

  private AskersTable() {}

  static VirtualTable of(RequestWatch watch, int mostPartitions) {
    return View.<Row>of("askers", "who asks for the busiest partitions that this node coordinates")
        .partitionKey("rank", Int32Type.instance, Row::rank)
        .clustering("position", Int32Type.instance, Row::position)
        .column("keyspace_name", UTF8Type.instance, row -> row.partition().table().keyspace)
        .column("table_name", UTF8Type.instance, row -> row.partition().table().name)
        .column("kind", UTF8Type.instance, row -> row.partition().kind())
        .column("partition_key", UTF8Type.instance, row -> row.partition().literal())
        .column("token", UTF8Type.instance, row -> row.partition().token().toString())
        .column("role", UTF8Type.instance, row -> row.asker().role())
        .column("client_address", InetAddressType.instance, row -> row.asker().address())
        .column("driver", UTF8Type.instance, row -> row.asker().driver())
        .column("application", UTF8Type.instance, row -> row.asker().application())
        .column("statement", UTF8Type.instance, row -> row.asker().statement())
        .column("per_second", DoubleType.instance, row -> Rounded.tenths(row.perSecond()))
        .over(
            () -> VisibleKeys.only(rows(watch, mostPartitions), row -> row.partition().table().id));
  }

  private static List<Row> rows(RequestWatch watch, int mostPartitions) {
    Map<WatchedPartition, List<Rate<Asker>>> askers = new HashMap<>();
    for (Rate<Asker> asker : watch.askers()) {
      askers.computeIfAbsent(asker.key().partition(), none -> new ArrayList<>()).add(asker);
    }
    List<Row> rows = new ArrayList<>();
    int rank = 0;
    for (Rate<WatchedPartition> busy : watch.partitions(mostPartitions)) {
      if (busy.perSecond() < RequestWatch.LEAST_BUSY) {
        break;
      }
      rank++;
      List<Rate<Asker>> own = askers.getOrDefault(busy.key(), List.of());
      for (int i = 0; i < Math.min(own.size(), MOST_BY_PARTITION); i++) {
        rows.add(new Row(rank, i + 1, busy.key(), own.get(i).key(), own.get(i).perSecond()));
      }
    }
    return rows;
  }

  /**
   * One who asks for a partition.
   *
   * @param rank 1 for the busiest partition
   * @param position 1 for who asks most often for it
   */
  private record Row(
      int rank, int position, WatchedPartition partition, Asker asker, double perSecond) {}
}
