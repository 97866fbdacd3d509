package io.goodput.cassandra.hot;

import static io.goodput.cassandra.settings.Settings.HOT_PARTITIONS;
import static io.goodput.cassandra.settings.Settings.PARTITION_KEYS_IN_JMX;

import com.codahale.metrics.Gauge;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.hot.HotPartitionWatch.Busy;
import io.goodput.cassandra.hot.HotPartitions.Row;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.view.Metrics;
import io.goodput.cassandra.view.Rounded;
import io.goodput.cassandra.view.View;
import io.goodput.cassandra.view.VisibleKeys;
import io.goodput.cassandra.watch.RequestWatch;
import io.goodput.cassandra.watch.RequestWatch.Use;
import io.goodput.core.limit.PartitionLimits;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.cassandra.db.marshal.Int32Type;
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
    return List.of(table());
  }

  @Override
  public void register(Metrics metrics) {
    metrics.register(
        Metrics.node("HotPartitions"), (Gauge<Map<String, Double>>) () -> rates(Row::rate));
    metrics.register(
        Metrics.node("RejectedHotPartitions"),
        (Gauge<Map<String, Double>>) () -> rates(Row::rejectedRate));
    metrics.gauge("HotPartitionsListed", () -> partitions.recent().size());
    metrics.gauge("PartitionsOverLimit", this::overLimit);
    hottest(metrics, "HottestPartitionPerSecond", Row::rate);
    hottest(metrics, "HottestPartitionRejectedPerSecond", Row::rejectedRate);
    hottest(metrics, "HottestPartitionShare", this::share);
    hottest(metrics, "HottestPartitionBytesPerSecond", row -> of(row.use(), Use::bytesPerSecond));
    hottest(metrics, "HottestPartitionInFlight", row -> of(row.use(), Use::inFlight));
    metrics.gauge("RequestsPerSecond", requests::perSecond);
  }

  private long overLimit() {
    return partitions.recent().stream()
        .filter(row -> row.rejectedRate() + row.wouldRejectRate() > 0)
        .count();
  }

  /** Registers a figure of the hottest partition, which is 0 if there is none. */
  private void hottest(Metrics metrics, String name, ToDoubleFunction<Row> figure) {
    metrics.gauge(name, () -> partitions.recent().stream().limit(1).mapToDouble(figure).sum());
  }

  /** The part of this node's operations that a partition draws, 0 to 1. */
  private double share(Row row) {
    double all = row.isCounted() ? requests.perSecond() : watch.perSecond();
    return row.rate() / Math.max(row.rate(), all);
  }

  private static double of(@Nullable Use use, ToDoubleFunction<Use> figure) {
    return use == null ? 0 : figure.applyAsDouble(use);
  }

  private Map<String, Double> rates(ToDoubleFunction<Row> rate) {
    Map<String, Double> rates = new LinkedHashMap<>();
    for (Row row : partitions.rows()) {
      rates.put(
          row.partition().kind() + " of " + row.partition().table() + " " + name(row),
          Rounded.tenths(rate.applyAsDouble(row)));
    }
    return rates;
  }

  /** The key, or the rank, which is also that of the row in {@code hot_partitions}. */
  private String name(Row row) {
    if (!showsKeys) {
      return "#" + row.rank();
    }
    String key = row.partition().literal();
    return key == null ? "token " + row.partition().token() : key;
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
                    HotPartitions.partition(name),
                    limits.perSecond(name.counter()),
                    requests.perSecond()));
  }

  private Stream<Busy> sampled() {
    return watch.partitions(1).stream()
        .map(busy -> new Busy(busy.key(), busy.perSecond(), watch.perSecond()));
  }

  @Override
  public List<Tick> ticks() {
    return List.of(Tick.eachSecond("counting requests", requests::tick));
  }

  /** A client sees those of the tables that it may read: a token tells a guessed key. */
  private VirtualTable table() {
    return View.<Row>of("hot_partitions", "the busiest partitions")
        .partitionKey("rank", Int32Type.instance, Row::rank)
        .text("keyspace_name", row -> row.partition().table().keyspace)
        .text("table_name", row -> row.partition().table().name)
        .text("kind", row -> row.partition().kind())
        .text("partition_key", row -> row.partition().literal())
        .text("token", row -> row.partition().token().toString())
        .floating("per_second", row -> Rounded.tenths(row.rate()))
        .floating("rejected_per_second", row -> Rounded.tenths(row.rejectedRate()))
        .floating("would_reject_per_second", row -> Rounded.tenths(row.wouldRejectRate()))
        .bigint("coalesced", Row::coalesced)
        .bigint("answered_stale", Row::answeredStale)
        .floating(
            "coordinated_per_second",
            row -> row.coordinated() == null ? null : Rounded.tenths(row.coordinated()))
        .bigint(
            "bytes_per_second",
            row -> row.use() == null ? null : Math.round(row.use().bytesPerSecond()))
        .floating(
            "in_flight", row -> row.use() == null ? null : Rounded.tenths(row.use().inFlight()))
        .over(() -> VisibleKeys.only(partitions.rows(), row -> row.partition().table().id));
  }
}
