package io.goodput.cassandra.hot;

import static io.goodput.cassandra.settings.Settings.HOT_PARTITIONS;
import static io.goodput.cassandra.settings.Settings.PARTITION_KEYS_IN_JMX;

import com.codahale.metrics.Gauge;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.hot.HotPartitionWatch.Busy;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.view.Metrics;
import io.goodput.cassandra.view.Rounded;
import io.goodput.cassandra.watch.RequestWatch;
import io.goodput.core.limit.PartitionLimits;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.jspecify.annotations.Nullable;

/** The busiest partitions of this node, with a limit or without. */
public final class HotFeature implements Feature {

  private final PartitionLimits limits;
  private final PartitionNames names;
  private final RequestWatch watch;
  private final Events events;
  private final boolean showsKeys;
  private final NodeRequests requests;
  private final HotPartitions partitions;

  /**
   * Partitions of which none is busy yet.
   *
   * @param tables whose rejections are requests of this node, too
   * @param limits count the partitions with a limit
   * @param names of these
   * @param watch counts the partitions without a limit
   */
  public HotFeature(
      Settings settings,
      LimitedTables tables,
      PartitionLimits limits,
      PartitionNames names,
      RequestWatch watch,
      Events events) {
    this.limits = limits;
    this.names = names;
    this.watch = watch;
    this.events = events;
    this.showsKeys = settings.get(PARTITION_KEYS_IN_JMX);
    this.requests = new NodeRequests(tables);
    this.partitions = new HotPartitions(limits, names, watch, settings.get(HOT_PARTITIONS));
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(HotPartitionsTable.of(partitions));
  }

  @Override
  public void register(Metrics metrics) {
    metrics.register(
        Metrics.node("HotPartitions"),
        (Gauge<Map<String, Double>>) () -> rates(HotPartitions.Row::rate));
    metrics.register(
        Metrics.node("RejectedHotPartitions"),
        (Gauge<Map<String, Double>>) () -> rates(HotPartitions.Row::rejectedRate));
    HottestPartition hottest = new HottestPartition(partitions, requests);
    metrics.gauge("HotPartitionsListed", () -> hottest.figures().listed());
    metrics.gauge("PartitionsOverLimit", () -> hottest.figures().overLimit());
    metrics.gauge("HottestPartitionPerSecond", () -> hottest.figures().perSecond());
    metrics.gauge("HottestPartitionRejectedPerSecond", () -> hottest.figures().rejectedPerSecond());
    metrics.gauge("HottestPartitionShare", () -> hottest.figures().share());
    metrics.gauge("HottestPartitionBytesPerSecond", () -> hottest.figures().bytesPerSecond());
    metrics.gauge("HottestPartitionInFlight", () -> hottest.figures().inFlight());
    metrics.gauge("RequestsPerSecond", requests::perSecond);
  }

  private Map<String, Double> rates(ToDoubleFunction<HotPartitions.Row> rate) {
    Map<String, Double> rates = new LinkedHashMap<>();
    for (HotPartitions.Row row : partitions.rows()) {
      rates.put(
          row.kind() + " of " + row.table() + " " + name(row),
          Rounded.tenths(rate.applyAsDouble(row)));
    }
    return rates;
  }

  /** The key, or the rank, which is also that of the row in {@code hot_partitions}. */
  private String name(HotPartitions.Row row) {
    if (!showsKeys) {
      return "#" + row.rank();
    }
    String key = row.key();
    return key == null ? "token " + row.token() : key;
  }

  @Override
  public List<Runnable> watches() {
    return List.of(new HotPartitionWatch(this::busiest, events));
  }

  private @Nullable Busy busiest() {
    return Stream.concat(counted(), sampled())
        .max(Comparator.comparingDouble(Busy::perSecond))
        .orElse(null);
  }

  private Stream<Busy> counted() {
    return Stream.ofNullable(names.busiest())
        .map(
            name ->
                new Busy(
                    name.limit().table(),
                    name.limit().operation().toString(),
                    name.token(),
                    name.key(),
                    limits.perSecond(name.counter()),
                    requests.perSecond()));
  }

  private Stream<Busy> sampled() {
    return watch.partitions(1).stream()
        .map(
            busy ->
                new Busy(
                    busy.key().table(),
                    busy.key().kind(),
                    busy.key().token(),
                    busy.key().key(),
                    busy.perSecond(),
                    watch.perSecond()));
  }

  @Override
  public List<Tick> ticks() {
    return List.of(Tick.eachSecond("counting requests", requests::tick));
  }
}
