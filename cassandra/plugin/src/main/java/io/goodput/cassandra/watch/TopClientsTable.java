package io.goodput.cassandra.watch;

import io.goodput.cassandra.view.Rounded;
import io.goodput.cassandra.view.View;
import io.goodput.cassandra.view.VisibleKeys;
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
 * {@code top_clients}: the clients of the busiest partitions that this node coordinates. A reader
 * sees the clients of the tables on which it has {@code SELECT}.
 */
final class TopClientsTable {

  private static final int MOST_BY_PARTITION = 10;

  private TopClientsTable() {}

  static VirtualTable of(RequestWatch watch, int mostPartitions) {
    return View.<Row>of(
            "top_clients", "the clients of the busiest partitions that this node coordinates")
        .partitionKey("rank", Int32Type.instance, Row::rank)
        .clustering("position", Int32Type.instance, Row::position)
        .column("keyspace_name", UTF8Type.instance, row -> row.partition().table().keyspace)
        .column("table_name", UTF8Type.instance, row -> row.partition().table().name)
        .column("kind", UTF8Type.instance, row -> row.partition().kind())
        .column("partition_key", UTF8Type.instance, row -> row.partition().literal())
        .column("token", UTF8Type.instance, row -> row.partition().token().toString())
        .column("role", UTF8Type.instance, row -> row.client().role())
        .column("client_address", InetAddressType.instance, row -> row.client().address())
        .column("driver", UTF8Type.instance, row -> row.client().driver())
        .column("application", UTF8Type.instance, row -> row.client().application())
        .column("statement", UTF8Type.instance, row -> row.client().statement())
        .column("per_second", DoubleType.instance, row -> Rounded.tenths(row.perSecond()))
        .over(
            () -> VisibleKeys.only(rows(watch, mostPartitions), row -> row.partition().table().id));
  }

  private static List<Row> rows(RequestWatch watch, int mostPartitions) {
    Map<WatchedPartition, List<Rate<WatchedClient>>> clients = new HashMap<>();
    for (Rate<WatchedClient> client : watch.clients()) {
      clients.computeIfAbsent(client.key().partition(), none -> new ArrayList<>()).add(client);
    }
    List<Row> rows = new ArrayList<>();
    int rank = 0;
    for (Rate<WatchedPartition> busy : watch.partitions(mostPartitions)) {
      if (busy.perSecond() < RequestWatch.LEAST_BUSY) {
        break;
      }
      rank++;
      List<Rate<WatchedClient>> own = clients.getOrDefault(busy.key(), List.of());
      for (int i = 0; i < Math.min(own.size(), MOST_BY_PARTITION); i++) {
        rows.add(new Row(rank, i + 1, busy.key(), own.get(i).key(), own.get(i).perSecond()));
      }
    }
    return rows;
  }

  /**
   * A client of a partition.
   *
   * @param rank 1 for the busiest partition
   * @param position 1 for the client with the most requests
   */
  private record Row(
      int rank, int position, WatchedPartition partition, WatchedClient client, double perSecond) {}
}
