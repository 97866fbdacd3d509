package io.goodput.cassandra.limit;

import static io.goodput.cassandra.settings.Settings.ENFORCE_LIMITS;
import static io.goodput.cassandra.settings.Settings.PARTITION_COUNTERS;

import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.view.Metrics;
import io.goodput.core.limit.PartitionLimits;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.net.MessagingService;

/** The rate limits that this node enforces: the parts of this package, put together. */
public final class LimitFeature implements Feature {

  private final Settings settings;
  private final LimitedTables tables;
  private final PartitionLimits limits;
  private final PartitionNames names;
  private final PartitionRejections rejections;
  private final Events events;
  private final Faults faults;
  private final OutgoingRequests outgoing;
  private final Demands demands;

  /** Limits without tables, until {@link #start}. */
  public LimitFeature(
      Settings settings,
      LimitedTables tables,
      PartitionLimits limits,
      PartitionNames names,
      PartitionRejections rejections,
      Events events,
      Exchange exchange,
      Faults faults) {
    this.settings = settings;
    this.tables = tables;
    this.limits = limits;
    this.names = names;
    this.rejections = rejections;
    this.events = events;
    this.faults = faults;
    this.outgoing = new OutgoingRequests(faults);
    this.demands = new Demands(tables, limits, names, exchange, faults);
  }

  /** Takes the limits from the schema, and takes part in the decisions of other nodes. */
  @Override
  public void start() {
    tables.followSchema();
    if (settings.get(ENFORCE_LIMITS)) {
      outgoing.listen(MessagingService.instance());
      new ReplicaGate(tables, limits, names, faults).listen(MessagingService.instance());
    }
  }

  @Override
  public List<Guard> guards() {
    return settings.get(ENFORCE_LIMITS)
        ? List.of(
            new LimitGuard(
                tables,
                limits,
                names,
                rejections,
                outgoing,
                new NodeReplicas(),
                () -> ThreadLocalRandom.current().nextDouble()))
        : List.of();
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(
        LimitViews.limits(tables),
        LimitViews.peakRates(tables),
        LimitViews.proposedLimits(tables, settings.get(ENFORCE_LIMITS)));
  }

  @Override
  public void register(Metrics metrics) {
    metrics.flag("EnforcesLimits", () -> settings.get(ENFORCE_LIMITS));
    metrics.gauge("Limits", () -> tables.limits().size());
    metrics.gauge("PartitionsShared", limits::shared);
    metrics.total("AdmittedWithoutSlot", limits::withoutEntry);
  }

  @Override
  public List<Runnable> watches() {
    return List.of(
        new LimitChanges(tables, events), new LimitRejections(tables, limits, names, events));
  }

  @Override
  public List<Tick> ticks() {
    return List.of(
        Tick.shared(PartitionLimits.TICK_NANOS, "sharing limits", demands::tick),
        Tick.eachSecond("refreshing limits", this::refresh),
        new Tick(
            "Goodput-rates",
            limits::nanosToEndOfSecond,
            "counting rates of partitions",
            new PartitionSeconds(tables, limits)::tick));
  }

  /** Follows the size of the cluster, brings rates up to date, and forgets lost answers. */
  private void refresh() {
    outgoing.expire();
    int clusterNodes = Math.max(1, Gossiper.instance.getEndpointCount());
    demands.setClusterNodes(clusterNodes);
    tables.refresh(limits.now(), clusterNodes);
    rejections.refresh();
  }

  @Override
  public String state() {
    return "per-partition rate limits %s, %d counters"
        .formatted(
            settings.get(ENFORCE_LIMITS)
                ? "are enforced"
                : "are not enforced (enforce_limits: false)",
            settings.get(PARTITION_COUNTERS));
  }
}
