package io.goodput.cassandra.view;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import io.goodput.cassandra.coalesce.ReadCoalescing;
import io.goodput.cassandra.coalesce.StaleAnswers;
import io.goodput.cassandra.deadline.RequestQueue;
import io.goodput.cassandra.fair.FairGuard;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.Operation;
import io.goodput.cassandra.limit.TableLimit;
import io.goodput.cassandra.memtable.MemtableGuard;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.Arrivals;
import io.goodput.core.limit.PartitionLimits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
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
  public void register(PartitionLimits limits, Faults faults) {
    register(node("Faults"), faults.count());
    register(node("AdmittedWithoutSlot"), (Gauge<Long>) limits::withoutEntry);
  }

  /**
   * Registers the busiest partitions.
   *
   * @param keys whether to name them by their keys; if not, by their ranks
   */
  public void register(HotPartitions partitions, boolean keys) {
    register(
        node("HotPartitions"),
        (Gauge<Map<String, Double>>) () -> rates(partitions, keys, HotPartitions.Row::rate));
    register(
        node("RejectedHotPartitions"),
        (Gauge<Map<String, Double>>)
            () -> rates(partitions, keys, HotPartitions.Row::rejectedRate));
  }

  /** Registers the figures of one kind of request. */
  public void register(RequestQueue queue) {
    register(of(queue, "DroppedTooLate"), queue.droppedTooLate());
    register(of(queue, "DroppedForOverload"), queue.droppedForOverload());
    register(of(queue, "QueueStands"), (Gauge<Boolean>) queue::isStanding);
  }

  /** Registers the figures of write pacing. */
  public void register(MemtableGuard memtables) {
    register(node("WritesRefusedForMemory"), memtables.rejected());
  }

  /** Registers the figures of fair shares. */
  public void register(FairGuard fairShares) {
    register(node("RequestsInFlight"), (Gauge<Integer>) fairShares::inFlight);
    register(node("RoomForRequests"), (Gauge<Double>) fairShares::room);
    register(node("RefusedForShare"), fairShares.refused());
    register(node("WouldRefuseForShare"), fairShares.wouldRefuse());
    register(node("WaitedForShare"), fairShares.waited());
  }

  /** Registers the figures of reads that were not executed by themselves. */
  public void register(ReadCoalescing reads, StaleAnswers stale) {
    register(node("ReadsCoalesced"), reads.coalesced());
    register(node("ReadsAnsweredStale"), stale.used());
    register(node("StaleAnswersBytes"), (Gauge<Long>) stale::bytes);
    register(node("ThreadsWaitingForReads"), (Gauge<Integer>) reads::waiting);
    register(node("ReadsWaitingWithoutThread"), (Gauge<Integer>) reads::waitingWithoutThread);
  }

  /** Registers the figures of requests that no request thread has answered. */
  public void register(Arrivals arrivals) {
    register(node("AnsweredOnArrival"), arrivals.answered());
  }

  @Override
  public void limited(TableLimit limit) {
    forEach(limit, this::register);
  }

  @Override
  public void unlimited(TableLimit limit) {
    forEach(limit, (name, metric) -> Platform.ofThisNode().remove(registry, name));
  }

  private void register(MetricName name, Metric metric) {
    Platform.ofThisNode().register(registry, name, metric);
  }

  private static void forEach(TableLimit limit, BiConsumer<MetricName, Metric> each) {
    each.accept(of(limit, "Accepted"), limit.accepted());
    each.accept(of(limit, "Rejected"), limit.rejected());
    each.accept(of(limit, "RejectedByReplicas"), limit.rejectedByReplicas());
    each.accept(of(limit, "WouldReject"), limit.wouldReject());
    each.accept(of(limit, "Unstamped"), limit.unstamped());
    if (limit.operation() == Operation.READS) {
      each.accept(of(limit, "Coalesced"), limit.coalesced());
      each.accept(of(limit, "AnsweredStale"), limit.stale());
    }
    each.accept(of(limit, "MaxPerSecond"), (Gauge<Long>) limit::perSecond);
    each.accept(of(limit, "AcceptedPerSecond"), (Gauge<Double>) limit::acceptedPerSecond);
    each.accept(of(limit, "RejectedPerSecond"), (Gauge<Double>) limit::rejectedPerSecond);
  }

  private static Map<String, Double> rates(
      HotPartitions partitions, boolean keys, ToDoubleFunction<HotPartitions.Row> rate) {
    Map<String, Double> rates = new LinkedHashMap<>();
    for (HotPartitions.Row row : partitions.rows()) {
      rates.put(
          row.limit().operation() + " of " + row.table() + " " + name(row, keys),
          Rounded.tenths(rate.applyAsDouble(row)));
    }
    return rates;
  }

  /** The rank is also that of the row in {@code hot_partitions}. */
  private static String name(HotPartitions.Row row, boolean keys) {
    if (!keys) {
      return "#" + row.rank();
    }
    String key = row.key();
    return key == null ? "token " + row.name().token() : key;
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
