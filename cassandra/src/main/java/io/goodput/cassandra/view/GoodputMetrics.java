package io.goodput.cassandra.view;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import io.goodput.cassandra.deadline.RequestQueue;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.Operation;
import io.goodput.cassandra.limit.TableLimit;
import io.goodput.cassandra.memtable.MemtableGuard;
import io.goodput.core.limit.PartitionLimits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.CassandraMetricsRegistry.MetricName;
import org.jspecify.annotations.Nullable;

/**
 * The figures of the virtual tables as metrics in Cassandra's registry, which exports them by JMX
 * as {@code org.apache.cassandra.metrics:type=Goodput,…}.
 */
public final class GoodputMetrics implements LimitedTables.Listener {

  private static final String GROUP = "org.apache.cassandra.metrics";
  private static final String TYPE = "Goodput";

  private final CassandraMetricsRegistry registry;

  /** Metrics in a registry, none yet. */
  public GoodputMetrics(CassandraMetricsRegistry registry) {
    this.registry = registry;
  }

  /** Registers the figures of the whole node. */
  public void register(PartitionLimits limits, Faults faults, HotPartitions partitions) {
    registry.register(node("Faults"), faults.count());
    registry.register(node("AdmittedWithoutSlot"), (Gauge<Long>) limits::withoutEntry);
    registry.register(
        node("HotPartitions"), (Gauge<Map<String, Double>>) () -> rates(partitions, false));
    registry.register(
        node("RejectedHotPartitions"), (Gauge<Map<String, Double>>) () -> rates(partitions, true));
  }

  /** Registers the figures of one kind of request. */
  public void register(RequestQueue queue) {
    registry.register(of(queue, "DroppedTooLate"), queue.droppedTooLate());
    registry.register(of(queue, "DroppedForOverload"), queue.droppedForOverload());
    registry.register(of(queue, "QueueStands"), (Gauge<Boolean>) queue::isStanding);
  }

  /** Registers the figures of write pacing. */
  public void register(MemtableGuard memtables) {
    registry.register(node("WritesRefusedForMemory"), memtables.rejected());
  }

  @Override
  public void limited(TableLimit limit) {
    forEach(limit, registry::register);
  }

  @Override
  public void unlimited(TableLimit limit) {
    forEach(limit, (name, metric) -> registry.remove(name));
  }

  private static void forEach(TableLimit limit, BiConsumer<MetricName, Metric> each) {
    each.accept(of(limit, "Accepted"), limit.accepted());
    each.accept(of(limit, "Rejected"), limit.rejected());
    each.accept(of(limit, "RejectedByReplicas"), limit.rejectedByReplicas());
    each.accept(of(limit, "WouldReject"), limit.wouldReject());
    each.accept(of(limit, "Unstamped"), limit.unstamped());
    each.accept(of(limit, "MaxPerSecond"), (Gauge<Long>) limit::perSecond);
    each.accept(of(limit, "AcceptedPerSecond"), (Gauge<Double>) limit::acceptedPerSecond);
    each.accept(of(limit, "RejectedPerSecond"), (Gauge<Double>) limit::rejectedPerSecond);
  }

  private static Map<String, Double> rates(HotPartitions partitions, boolean rejected) {
    Map<String, Double> rates = new LinkedHashMap<>();
    for (HotPartitions.Row row : partitions.rows()) {
      String key = row.key();
      String partition = key == null ? "token " + row.name().token() : key;
      rates.put(
          row.limit().operation() + " of " + row.table() + " " + partition,
          Rounded.tenths(rejected ? row.rejectedRate() : row.rate()));
    }
    return rates;
  }

  private static MetricName node(String name) {
    return name(name, null, "");
  }

  private static MetricName of(RequestQueue queue, String name) {
    return name(name, queue.kind().toString(), "scope=" + queue.kind() + ",");
  }

  private static MetricName of(TableLimit limit, String name) {
    String keyspace = limit.table().keyspace;
    String table = limit.table().name;
    return name(
        (limit.operation() == Operation.READS ? "Reads" : "Writes") + name,
        keyspace + "." + table,
        "keyspace=%s,scope=%s,".formatted(keyspace, table));
  }

  private static MetricName name(String name, @Nullable String scope, String properties) {
    return new MetricName(
        GROUP, TYPE, name, scope, "%s:type=%s,%sname=%s".formatted(GROUP, TYPE, properties, name));
  }
}
