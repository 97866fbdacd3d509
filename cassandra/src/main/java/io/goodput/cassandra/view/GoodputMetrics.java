package io.goodput.cassandra.view;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import io.goodput.cassandra.deadline.RequestQueue;
import io.goodput.cassandra.limit.Faults;
import io.goodput.cassandra.limit.Kind;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.Series;
import io.goodput.cassandra.memtable.MemtableRoom;
import io.goodput.core.limit.PartitionLimits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.CassandraMetricsRegistry.MetricName;

/**
 * The figures of the virtual tables as metrics in Cassandra's registry, which exports them by JMX
 * as {@code org.apache.cassandra.metrics:type=Goodput,…}.
 */
public final class GoodputMetrics implements LimitedTables.Listener {

  private static final String GROUP = "org.apache.cassandra.metrics";
  private static final String TYPE = "Goodput";

  private final CassandraMetricsRegistry registry;

  public GoodputMetrics(CassandraMetricsRegistry registry) {
    this.registry = registry;
  }

  /** Registers what belongs to the node as a whole. */
  public void register(PartitionLimits limits, Faults faults, HotPartitions hotPartitions) {
    registry.register(ofNode("Faults"), faults.count());
    registry.register(ofNode("AdmittedWithoutSlot"), (Gauge<Long>) limits::withoutEntry);
    registry.register(
        ofNode("HotPartitions"), (Gauge<Map<String, Double>>) () -> rates(hotPartitions, false));
    registry.register(
        ofNode("RejectedHotPartitions"),
        (Gauge<Map<String, Double>>) () -> rates(hotPartitions, true));
  }

  /** Registers what happens to the requests of one kind as they leave the queue. */
  public void register(RequestQueue queue) {
    registry.register(ofQueue(queue, "DroppedTooLate"), queue.droppedTooLate());
    registry.register(ofQueue(queue, "DroppedForOverload"), queue.droppedForOverload());
    registry.register(ofQueue(queue, "QueueStands"), (Gauge<Boolean>) queue::isStanding);
  }

  /** Registers what happens to writes while memtables are flushed. */
  public void register(MemtableRoom memtables) {
    registry.register(ofNode("WritesRefusedForMemory"), memtables.refused());
  }

  @Override
  public void limited(Series series) {
    forEach(series, registry::register);
  }

  @Override
  public void unlimited(Series series) {
    forEach(series, (name, metric) -> registry.remove(name));
  }

  private static void forEach(Series series, BiConsumer<MetricName, Metric> each) {
    each.accept(of(series, "Accepted"), series.accepted());
    each.accept(of(series, "Rejected"), series.rejected());
    each.accept(of(series, "RejectedByReplicas"), series.rejectedByReplicas());
    each.accept(of(series, "WouldReject"), series.wouldReject());
    each.accept(of(series, "Unstamped"), series.unstamped());
    each.accept(of(series, "MaxPerSecond"), (Gauge<Long>) series::perSecond);
    each.accept(of(series, "AcceptedPerSecond"), (Gauge<Double>) series::acceptedPerSecond);
    each.accept(of(series, "RejectedPerSecond"), (Gauge<Double>) series::rejectedPerSecond);
  }

  private static Map<String, Double> rates(HotPartitions hotPartitions, boolean rejected) {
    Map<String, Double> rates = new LinkedHashMap<>();
    for (HotPartitions.Row row : hotPartitions.rows()) {
      String key = row.key();
      String partition = key == null ? "token " + row.name().token() : key;
      rates.put(
          row.series().kind() + " of " + row.table() + " " + partition,
          Tenths.of(rejected ? row.rejectedRate() : row.rate()));
    }
    return rates;
  }

  private static MetricName ofNode(String name) {
    return new MetricName(GROUP, TYPE, name, null, GROUP + ":type=" + TYPE + ",name=" + name);
  }

  private static MetricName ofQueue(RequestQueue queue, String name) {
    return new MetricName(
        GROUP,
        TYPE,
        name,
        queue.kind().toString(),
        String.format("%s:type=%s,scope=%s,name=%s", GROUP, TYPE, queue.kind(), name));
  }

  private static MetricName of(Series series, String name) {
    String fullName = (series.kind() == Kind.READS ? "Reads" : "Writes") + name;
    String keyspace = series.table().keyspace;
    String table = series.table().name;
    return new MetricName(
        GROUP,
        TYPE,
        fullName,
        keyspace + "." + table,
        String.format(
            "%s:type=%s,keyspace=%s,scope=%s,name=%s", GROUP, TYPE, keyspace, table, fullName));
  }
}
