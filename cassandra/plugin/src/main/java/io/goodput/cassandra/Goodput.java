package io.goodput.cassandra;

import static io.goodput.cassandra.settings.Settings.COALESCE_READS;
import static io.goodput.cassandra.settings.Settings.DECIDE_ON_ARRIVAL;
import static io.goodput.cassandra.settings.Settings.DROP_LATE_REQUESTS;
import static io.goodput.cassandra.settings.Settings.ENFORCE_LIMITS;
import static io.goodput.cassandra.settings.Settings.FAIR_SHARES;
import static io.goodput.cassandra.settings.Settings.HEAT_WEIGHTED_READS;
import static io.goodput.cassandra.settings.Settings.HOT_PARTITIONS;
import static io.goodput.cassandra.settings.Settings.PACE_WRITES;
import static io.goodput.cassandra.settings.Settings.PARTITION_COUNTERS;
import static io.goodput.cassandra.settings.Settings.PARTITION_KEYS_IN_JMX;
import static io.goodput.cassandra.settings.Settings.QUERY_HANDLER;
import static io.goodput.cassandra.settings.Settings.STALE_ANSWERS_MIB;
import static io.goodput.cassandra.settings.Settings.WARM_AFTER_RESTART;
import static io.goodput.cassandra.settings.Settings.WARM_BEFORE_JOINING;
import static io.goodput.cassandra.settings.Settings.WARM_CHUNKS_PER_SECOND;
import static io.goodput.cassandra.settings.Settings.WATCH_REQUESTS;

import io.goodput.cassandra.arrival.NativeTransport;
import io.goodput.cassandra.coalesce.ReadCoalescing;
import io.goodput.cassandra.coalesce.StaleAnswers;
import io.goodput.cassandra.deadline.DeadlineGuard;
import io.goodput.cassandra.event.EventKind;
import io.goodput.cassandra.event.EventWatch;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fair.FairGuard;
import io.goodput.cassandra.fair.FairSharesMode;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.heat.ChunkCacheHeat;
import io.goodput.cassandra.heat.HeatWeightedReads;
import io.goodput.cassandra.level.LevelStatements;
import io.goodput.cassandra.level.ServiceLevels;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.limit.PartitionRejections;
import io.goodput.cassandra.limit.RateLimits;
import io.goodput.cassandra.memtable.MemtableGuard;
import io.goodput.cassandra.override.OverrideStatements;
import io.goodput.cassandra.override.Overrides;
import io.goodput.cassandra.own.OwnStatements;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.Arrivals;
import io.goodput.cassandra.request.Execution;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Pipeline;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.settings.SettingsFile;
import io.goodput.cassandra.view.GoodputKeyspace;
import io.goodput.cassandra.view.GoodputMetrics;
import io.goodput.cassandra.view.HeatMetrics;
import io.goodput.cassandra.view.HotPartitions;
import io.goodput.cassandra.view.NodeRequests;
import io.goodput.cassandra.warming.CacheWarming;
import io.goodput.cassandra.watch.RequestWatch;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.concurrent.ExecutorFactory;
import org.apache.cassandra.concurrent.ScheduledExecutorPlus;
import org.apache.cassandra.db.memtable.AbstractAllocatorMemtable;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.utils.FBUtilities;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The plug-in on one node: creates its parts, connects them to Cassandra, and starts them. */
final class Goodput {

  private static final Logger logger = LoggerFactory.getLogger(Goodput.class);

  private final Faults faults;
  private final Settings settings =
      SettingsFile.beside(System.getProperty("cassandra.config", "cassandra.yaml"), logger::error);
  private final GoodputMetrics metrics = new GoodputMetrics(CassandraMetricsRegistry.Metrics);
  private final Exchange exchange;
  private final Events events = new Events(TimeSource.system());
  private final EventWatch eventWatch = new EventWatch(events);

  private final LimitedTables limitedTables;
  private final RateLimits limits;
  private final Overrides overrides;
  private final StaleAnswers stale;
  private final ReadCoalescing coalescing;
  private final ServiceLevels levels;
  private final DeadlineGuard deadlines;
  private final FairGuard fairShares;
  private final MemtableGuard memtables;
  private final CacheWarming warming;
  private final HeatWeightedReads weightedReads;
  private final RequestWatch watch;
  private final NodeRequests requests;
  private final GoodputKeyspace keyspace;

  /** Creates the parts of the plug-in and registers their metrics. */
  Goodput(Faults faults) {
    this.faults = faults;
    this.exchange = new Exchange(MessagingService.instance(), faults);
    this.levels = new ServiceLevels(faults);
    this.deadlines = new DeadlineGuard(settings.patience(), levels);
    this.fairShares =
        new FairGuard(FairSharesMode.named(settings.get(FAIR_SHARES)), levels, exchange);
    this.memtables =
        new MemtableGuard(AbstractAllocatorMemtable.MEMORY_POOL, settings.get(PACE_WRITES));
    this.warming = CacheWarming.ofThisNode(settings.get(WARM_CHUNKS_PER_SECOND), faults);
    this.weightedReads =
        new HeatWeightedReads(
            ChunkCacheHeat.ofThisNode(warming::read),
            () -> warming.await(settings.get(WARM_BEFORE_JOINING)),
            exchange,
            faults);

    PartitionLimits partitions =
        new PartitionLimits(
            TimeSource.system(), new PartitionCounters(settings.get(PARTITION_COUNTERS)));
    PartitionNames names = new PartitionNames(partitions);
    PartitionRejections rejections = new PartitionRejections(partitions);
    this.limitedTables = new LimitedTables(metrics, faults);
    this.limits = new RateLimits(limitedTables, partitions, names, rejections, exchange, faults);
    this.overrides =
        new Overrides(limitedTables, settings.get(ENFORCE_LIMITS), events, exchange, faults);
    this.stale = new StaleAnswers((long) settings.get(STALE_ANSWERS_MIB) << 20, names, faults);
    this.coalescing =
        new ReadCoalescing(
            limitedTables,
            settings.get(COALESCE_READS),
            settings.get(ENFORCE_LIMITS),
            names,
            rejections,
            stale,
            faults);

    this.watch = new RequestWatch(RequestClock.SOURCE, settings.get(WATCH_REQUESTS), faults);
    HotPartitions hottest =
        new HotPartitions(partitions, names, watch, settings.get(HOT_PARTITIONS));
    this.requests = new NodeRequests(limitedTables);
    metrics.register(faults);
    metrics.register(limitedTables, partitions, settings.get(ENFORCE_LIMITS));
    metrics.register(overrides);
    metrics.register(levels, fairShares);
    metrics.register(watch);
    metrics.register(hottest, requests, settings.get(PARTITION_KEYS_IN_JMX));
    metrics.register(memtables);
    metrics.register(fairShares);
    metrics.register(new HeatMetrics(weightedReads, warming));
    metrics.register(coalescing, stale);
    metrics.register(deadlines.queues(), settings.get(DROP_LATE_REQUESTS));
    eventWatch.watch(faults);
    eventWatch.watch(limitedTables, partitions, names);
    eventWatch.watch(partitions, names, watch, requests::perSecond);
    eventWatch.watch(fairShares);
    eventWatch.watch(deadlines.queues());
    eventWatch.watch(memtables);
    this.keyspace =
        new GoodputKeyspace(
            faults,
            events,
            settings.inWords(),
            limitedTables,
            partitions,
            overrides,
            hottest,
            watch,
            deadlines,
            levels,
            fairShares,
            memtables,
            weightedReads,
            warming,
            coalescing);
  }

  /** Starts what the settings switch on. */
  void start() {
    limits.listen();
    exchange.listen();
    if (settings.get(ENFORCE_LIMITS)) {
      limits.listen(MessagingService.instance());
    }
    if (settings.get(HEAT_WEIGHTED_READS)) {
      weightReads();
      if (settings.get(WARM_AFTER_RESTART)) {
        warming.start();
      }
    }
    schedule();
    sayWhatIsMissing();
    logger.info(
        "Goodput is on: version {}; per-partition rate limits {}, {} counters; late requests {};"
            + " writes {}",
        version(),
        settings.get(ENFORCE_LIMITS) ? "are enforced" : "are not enforced (enforce_limits: false)",
        settings.get(PARTITION_COUNTERS),
        settings.get(DROP_LATE_REQUESTS) ? "are dropped" : "are served (drop_late_requests: false)",
        memtables.isOn() ? "are paced" : "are not paced (pace_writes: false)");
    events.add(
        EventKind.NODE_STARTED,
        "The node has started with Goodput %s, on Cassandra %s"
            .formatted(version(), FBUtilities.getReleaseVersionString()));
  }

  private static String version() {
    return Objects.requireNonNullElse(
        Goodput.class.getPackage().getImplementationVersion(), "unknown");
  }

  private static void sayWhatIsMissing() {
    List<String> gaps = Platform.ofThisNode().gaps();
    if (!gaps.isEmpty()) {
      logger.warn(
          "Goodput is experimental on Cassandra {}: {}",
          FBUtilities.getReleaseVersionString(),
          String.join("; ", gaps));
    }
  }

  private void weightReads() {
    try {
      weightedReads.setEnabled(true);
    } catch (IllegalArgumentException e) {
      logger.error("{}; reads keep their order", e.getMessage());
    }
  }

  /** Keeps shares and rates up to date on threads of its own, so that no other task delays them. */
  private void schedule() {
    ScheduledExecutorPlus ticks = thread("Goodput");
    every(ticks, PartitionLimits.TICK_NANOS, "sharing limits", limits::tick);
    every(ticks, HeatWeightedReads.TICK_NANOS, "exchanging heats", weightedReads::tick);
    every(ticks, FairGuard.TICK_NANOS, "sharing the node", fairShares::tick);
    every(ticks, PartitionLimits.TICK_NANOS, "ending waits for reads", coalescing::tick);
    every(ticks, RequestWatch.TICK_NANOS, "counting watched requests", watch::tick);
    every(ticks, TimeUnit.SECONDS.toNanos(1), "refreshing limits", limits::refresh);
    every(ticks, TimeUnit.SECONDS.toNanos(1), "forgetting old answers", stale::tick);
    every(ticks, TimeUnit.SECONDS.toNanos(1), "counting requests", requests::tick);
    every(
        thread("Goodput-levels"),
        ServiceLevels.TICK_NANOS,
        "refreshing service levels",
        levels::tick);
    every(
        thread("Goodput-rates"),
        RateLimits.SECONDS_TICK_NANOS,
        "counting rates of partitions",
        limits::tickSeconds);
    every(thread("Goodput-events"), EventWatch.TICK_NANOS, "watching for events", eventWatch::tick);
    every(
        thread("Goodput-overrides"), Overrides.TICK_NANOS, "refreshing overrides", overrides::tick);
    if (memtables.isOn()) {
      every(
          thread("Goodput-memtables"),
          MemtableGuard.TICK_NANOS,
          "observing memtables",
          memtables::tick);
    }
  }

  private static ScheduledExecutorPlus thread(String name) {
    return ExecutorFactory.Global.executorFactory().scheduled(false, name);
  }

  private void every(ScheduledExecutorPlus thread, long nanos, String activity, Runnable task) {
    ScheduledFuture<?> unused =
        thread.scheduleWithFixedDelay(
            () -> faults.guard(activity, task), nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /**
   * The way of each request: the guards that the settings switch on, in their order. Fair shares
   * and limits come last, so that they count only the reads that are executed. The watch comes
   * first, and sees all that clients send.
   *
   * @param handler executes the requests that all guards admit
   */
  Pipeline pipeline(Execution handler) {
    List<Guard> guards = new ArrayList<>(List.of(watch));
    if (settings.get(DROP_LATE_REQUESTS)) {
      guards.add(deadlines);
    }
    if (memtables.isOn()) {
      guards.add(memtables);
    }
    List<Guard> ofExecuted = new ArrayList<>(List.of(fairShares));
    if (settings.get(ENFORCE_LIMITS)) {
      ofExecuted.add(limits.guard());
    }
    Pipeline executed = new Pipeline(ofExecuted, handler, faults);
    if (settings.get(DECIDE_ON_ARRIVAL) && queryHandler().isEmpty()) {
      Arrivals arrivals =
          new Arrivals(watch.watching(coalescing.onArrivalBefore(executed)), faults);
      metrics.register(arrivals);
      NativeTransport.show(arrivals, faults);
    }
    return new Pipeline(guards, watch.measuring(coalescing.before(executed)), faults);
  }

  /** The class of the query handler to wrap; empty for Cassandra's own. */
  String queryHandler() {
    return settings.get(QUERY_HANDLER);
  }

  /** The statements that Goodput adds to Cassandra's. */
  OwnStatements statements() {
    return new OwnStatements(
        List.of(new LevelStatements(levels), new OverrideStatements()), faults);
  }

  /** Makes the virtual keyspace visible, once the schema has been loaded. */
  void showKeyspace() {
    keyspace.show();
  }
}
