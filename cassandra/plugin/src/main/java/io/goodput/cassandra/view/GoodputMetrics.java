package io.goodput.cassandra.view;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import io.goodput.cassandra.coalesce.ReadCoalescing;
import io.goodput.cassandra.coalesce.StaleAnswers;
import io.goodput.cassandra.deadline.RequestQueue;
import io.goodput.cassandra.fair.FairGuard;
import io.goodput.cassandra.fair.FairSharesMode;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.level.ServiceLevels;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.TableLimit;
import io.goodput.cassandra.memtable.MemtableGuard;
import io.goodput.cassandra.override.Overrides;
import io.goodput.cassandra.request.Arrivals;
import io.goodput.cassandra.watch.RequestWatch;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.Nanos;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;

/**
 * The figures of the virtual tables as metrics in Cassandra's registry, which exports them by JMX.
 * {@code docs/metrics.md} lists them. Gauges are numbers, because exporters drop other values; a
 * flag is 1 or 0. Totals are counters.
 */
public final class GoodputMetrics implements LimitedTables.Listener {

  private final Registry registry;
  private final LimitMetrics limits;

  /** Metrics in a registry, none yet. */
  public GoodputMetrics(CassandraMetricsRegistry registry) {
    this.registry = new Registry(registry);
    this.limits = new LimitMetrics(this.registry);
  }

  /** Registers the figures of the plug-in itself. */
  public void register(Faults faults) {
    registry.register(MetricNames.node("Version"), (Gauge<String>) NodeTable::version);
    counter("Faults", faults.count());
  }

  /**
   * Registers the figures of all limits together.
   *
   * @param enforced whether this node enforces limits at all
   */
  public void register(LimitedTables tables, PartitionLimits partitions, boolean enforced) {
    flag("EnforcesLimits", () -> enforced);
    gauge("Limits", () -> tables.limits().size());
    gauge("PartitionsShared", partitions::shared);
    total("AdmittedWithoutSlot", partitions::withoutEntry);
  }

  /** Registers how many overrides this node knows to be in force. */
  public void register(Overrides overrides) {
    gauge("Overrides", () -> overrides.inForce().size());
  }

  /**
   * Registers the figures of service levels.
   *
   * @param fairShares tells what the levels are refused
   */
  public void register(ServiceLevels levels, FairGuard fairShares) {
    gauge("ServiceLevels", () -> levels.uses().size());
    levels.listen(new LevelMetrics(registry, levels, fairShares::refusedPerSecond)::show);
  }

  /** Registers what clients ask this node for. */
  public void register(RequestWatch watch) {
    gauge("CoordinatedPerSecond", watch::perSecond);
  }

  /**
   * Registers the busiest partitions.
   *
   * @param requests all that this node has to do with
   * @param keys whether to name them by their keys; if not, by their ranks
   */
  public void register(HotPartitions partitions, NodeRequests requests, boolean keys) {
    registry.register(
        MetricNames.node("HotPartitions"),
        (Gauge<Map<String, Double>>) () -> rates(partitions, keys, HotPartitions.Row::rate));
    registry.register(
        MetricNames.node("RejectedHotPartitions"),
        (Gauge<Map<String, Double>>)
            () -> rates(partitions, keys, HotPartitions.Row::rejectedRate));
    HottestPartition hottest = new HottestPartition(partitions, requests);
    gauge("HotPartitionsListed", () -> hottest.figures().listed());
    gauge("PartitionsOverLimit", () -> hottest.figures().overLimit());
    gauge("HottestPartitionPerSecond", () -> hottest.figures().perSecond());
    gauge("HottestPartitionRejectedPerSecond", () -> hottest.figures().rejectedPerSecond());
    gauge("HottestPartitionShare", () -> hottest.figures().share());
    gauge("HottestPartitionBytesPerSecond", () -> hottest.figures().bytesPerSecond());
    gauge("HottestPartitionInFlight", () -> hottest.figures().inFlight());
    gauge("RequestsPerSecond", requests::perSecond);
  }

  /**
   * Registers the figures of late requests.
   *
   * @param dropped whether this node drops them
   */
  public void register(Iterable<RequestQueue> queues, boolean dropped) {
    flag("DropsLateRequests", () -> dropped);
    queues.forEach(this::register);
  }

  private void register(RequestQueue queue) {
    registry.register(MetricNames.of(queue, "DroppedTooLate"), queue.droppedTooLate());
    registry.register(MetricNames.of(queue, "DroppedForOverload"), queue.droppedForOverload());
    registry.register(
        MetricNames.of(queue, "QueueStands"), (Gauge<Integer>) () -> queue.isStanding() ? 1 : 0);
    registry.register(
        MetricNames.of(queue, "PatienceSeconds"),
        (Gauge<Double>) () -> seconds(queue.patienceNanos()));
    registry.register(
        MetricNames.of(queue, "ServiceSeconds"),
        (Gauge<Double>) () -> seconds(queue.expectedServiceNanos()));
  }

  /** Registers the figures of write pacing. */
  public void register(MemtableGuard memtables) {
    flag("PacesWrites", memtables::isOn);
    flag("WritesPaced", memtables::isPacing);
    gauge("MemtableUsedRatio", memtables::usedRatio);
    counter("WritesRefusedForMemory", memtables.rejected());
  }

  /** Registers the figures of fair shares. */
  public void register(FairGuard fairShares) {
    flag("SharesFairly", () -> fairShares.mode() == FairSharesMode.ON);
    gauge("RequestsInFlight", fairShares::inFlight);
    gauge("RoomForRequests", fairShares::room);
    flag("Overloaded", fairShares::isOverloaded);
    total("OverloadedSeconds", () -> fairShares.overloadedNanos() / Nanos.PER_SECOND);
    gauge("OverloadedReplicas", () -> fairShares.overloadedReplicas().size());
    gauge("HeldBack", () -> fairShares.heldBack().size());
    gauge("ShortestWaitSeconds", () -> seconds(fairShares.signals().shortestWaitNanos()));
    gauge("ProcessorWaitSeconds", () -> seconds((long) fairShares.signals().processorWaitNanos()));
    counter("RefusedForShare", fairShares.refused());
    counter("WouldRefuseForShare", fairShares.wouldRefuse());
    counter("WaitedForShare", fairShares.waited());
  }

  /** Registers the figures of this node's heat, and of how far its cache is warm. */
  public void register(HeatMetrics heat) {
    flag("WeightsReads", heat::isOn);
    gauge("HeatNodes", heat::nodes);
    heat.gauges().forEach((name, value) -> gauge(name, value::getAsDouble));
    heat.totals().forEach(this::total);
    flag("Warming", heat::isWarming);
  }

  /** Registers the figures of reads that were not executed by themselves. */
  public void register(ReadCoalescing reads, StaleAnswers stale) {
    counter("CoalescedReads", reads.coalesced());
    counter("StaleReads", stale.used());
    gauge("StaleAnswersBytes", stale::bytes);
    gauge("ThreadsWaitingForReads", reads::waiting);
    gauge("ReadsWaitingWithoutThread", reads::waitingWithoutThread);
  }

  /** Registers the figures of requests that no request thread has answered. */
  public void register(Arrivals arrivals) {
    counter("AnsweredOnArrival", arrivals.answered());
  }

  @Override
  public void limited(TableLimit limit) {
    limits.limited(limit);
  }

  @Override
  public void unlimited(TableLimit limit) {
    limits.unlimited(limit);
  }

  private void counter(String name, Counter counter) {
    registry.register(MetricNames.node(name), counter);
  }

  /** Registers a total that is kept elsewhere. */
  private void total(String name, LongSupplier count) {
    counter(
        name,
        new Counter() {
          @Override
          public long getCount() {
            return count.getAsLong();
          }
        });
  }

  private void gauge(String name, Gauge<? extends Number> value) {
    registry.register(MetricNames.node(name), value);
  }

  private void flag(String name, BooleanSupplier isUp) {
    gauge(name, () -> isUp.getAsBoolean() ? 1 : 0);
  }

  private static double seconds(long nanos) {
    return (double) nanos / Nanos.PER_SECOND;
  }

  private static Map<String, Double> rates(
      HotPartitions partitions, boolean keys, ToDoubleFunction<HotPartitions.Row> rate) {
    Map<String, Double> rates = new LinkedHashMap<>();
    for (HotPartitions.Row row : partitions.rows()) {
      rates.put(
          row.kind() + " of " + row.table() + " " + name(row, keys),
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
    return key == null ? "token " + row.token() : key;
  }
}
