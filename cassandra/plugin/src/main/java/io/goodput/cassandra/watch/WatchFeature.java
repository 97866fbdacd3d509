package io.goodput.cassandra.watch;

import static io.goodput.cassandra.settings.Settings.HOT_PARTITIONS;
import static io.goodput.cassandra.settings.Settings.WATCH_REQUESTS;

import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Switch;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.view.Metrics;
import io.goodput.cassandra.view.Rounded;
import io.goodput.cassandra.view.View;
import io.goodput.cassandra.view.VisibleKeys;
import io.goodput.core.watch.HeavyRates.Rate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.db.marshal.InetAddressType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.virtual.VirtualTable;

/** Which partitions clients use, and which clients use them most. */
public final class WatchFeature implements Feature {

  private static final int MOST_BY_PARTITION = 10;

  /**
   * A client of a partition.
   *
   * @param rank 1 for the busiest partition
   * @param position 1 for the client with the most requests
   */
  private record Row(
      int rank, int position, WatchedPartition partition, WatchedClient client, double perSecond) {}

  private final int mostPartitions;
  private final RequestWatch watch;

  /** What a watch sees. */
  public WatchFeature(Settings settings, RequestWatch watch) {
    this.mostPartitions = settings.get(HOT_PARTITIONS);
    this.watch = watch;
  }

  /** The watch, which can be switched on while the node runs. */
  @Override
  public List<Guard> guards() {
    return List.of(watch);
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(table());
  }

  @Override
  public void register(Metrics metrics) {
    metrics.gauge("CoordinatedPerSecond", watch::perSecond);
  }

  @Override
  public List<Tick> ticks() {
    return List.of(Tick.shared(RequestWatch.TICK_NANOS, "counting watched requests", watch::tick));
  }

  @Override
  public List<Switch> switches() {
    return List.of(Switch.flag(WATCH_REQUESTS, watch::isEnabled, watch::setEnabled));
  }

  /** A reader sees the clients of the tables on which it has {@code SELECT}. */
  private VirtualTable table() {
    return View.<Row>of(
            "top_clients", "the clients of the busiest partitions that this node coordinates")
        .partitionKey("rank", Int32Type.instance, Row::rank)
        .clustering("position", Int32Type.instance, Row::position)
        .text("keyspace_name", row -> row.partition().table().keyspace)
        .text("table_name", row -> row.partition().table().name)
        .text("kind", row -> row.partition().kind())
        .text("partition_key", row -> row.partition().literal())
        .text("token", row -> row.partition().token().toString())
        .text("role", row -> row.client().role())
        .column("client_address", InetAddressType.instance, row -> row.client().address())
        .text("driver", row -> row.client().driver())
        .text("application", row -> row.client().application())
        .text("statement", row -> row.client().statement())
        .floating("per_second", row -> Rounded.tenths(row.perSecond()))
        .over(() -> VisibleKeys.only(rows(), row -> row.partition().table().id));
  }

  private List<Row> rows() {
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
}
