package io.goodput.cassandra;

import static io.goodput.cassandra.settings.Settings.COALESCE_READS;
import static io.goodput.cassandra.settings.Settings.DECIDE_ON_ARRIVAL;
import static io.goodput.cassandra.settings.Settings.DROP_LATE_REQUESTS;
import static io.goodput.cassandra.settings.Settings.ENFORCE_LIMITS;
import static io.goodput.cassandra.settings.Settings.FAIR_SHARES;
import static io.goodput.cassandra.settings.Settings.LWT_LINES;
import static io.goodput.cassandra.settings.Settings.LWT_LINE_LENGTH;
import static io.goodput.cassandra.settings.Settings.PARTITION_COUNTERS;
import static io.goodput.cassandra.settings.Settings.QUERY_HANDLER;
import static io.goodput.cassandra.settings.Settings.STALE_ANSWERS_MIB;
import static io.goodput.cassandra.settings.Settings.WATCH_REQUESTS;

import io.goodput.cassandra.arrival.NativeTransport;
import io.goodput.cassandra.coalesce.CoalesceFeature;
import io.goodput.cassandra.coalesce.ReadCoalescing;
import io.goodput.cassandra.coalesce.StaleAnswers;
import io.goodput.cassandra.deadline.DeadlineFeature;
import io.goodput.cassandra.event.EventFeature;
import io.goodput.cassandra.event.EventKind;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fair.FairFeature;
import io.goodput.cassandra.fair.FairGuard;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Mode;
import io.goodput.cassandra.feature.SettingsTable;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.heat.HeatFeature;
import io.goodput.cassandra.hot.HotFeature;
import io.goodput.cassandra.level.LevelEffects;
import io.goodput.cassandra.level.LevelFeature;
import io.goodput.cassandra.level.ServiceLevels;
import io.goodput.cassandra.limit.LimitFeature;
import io.goodput.cassandra.limit.LimitMetrics;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.limit.PartitionRejections;
import io.goodput.cassandra.node.NodeFeature;
import io.goodput.cassandra.override.OverrideFeature;
import io.goodput.cassandra.override.Overrides;
import io.goodput.cassandra.own.OwnStatements;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.EarlyAnswers;
import io.goodput.cassandra.request.Execution;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Pipeline;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.cassandra.runaway.RunawayFeature;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.settings.SettingsFile;
import io.goodput.cassandra.transaction.TransactionFeature;
import io.goodput.cassandra.transaction.TransactionLines;
import io.goodput.cassandra.view.GoodputKeyspace;
import io.goodput.cassandra.view.Metrics;
import io.goodput.cassandra.watch.RequestWatch;
import io.goodput.cassandra.watch.WatchFeature;
import io.goodput.cassandra.yield.YieldFeature;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.cassandra.concurrent.ExecutorFactory;
import org.apache.cassandra.concurrent.ScheduledExecutorPlus;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.ClientRequestsMetricsHolder;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The plug-in on one node: creates its features, connects them to Cassandra, and starts them. */
final class Goodput {

  private static final Logger logger = LoggerFactory.getLogger(Goodput.class);

  private final Faults faults;
  private final Metrics metrics = new Metrics(CassandraMetricsRegistry.Metrics);
  private final Exchange exchange;
  private final Events events = new Events(TimeSource.system());
  private final List<Feature> features;
  private final Pipeline pipeline;

  /** Null if requests are not decided on when they arrive. */
  private final @Nullable EarlyAnswers early;

  /**
   * Creates all features, and changes nothing on the node.
   *
   * @param next executes the requests that all guards admit
   */
  Goodput(Settings settings, QueryHandler next, Faults faults) {
    this.faults = faults;
    this.exchange = new Exchange(MessagingService.instance(), faults);
    boolean enforcesLimits = settings.get(ENFORCE_LIMITS);
    PartitionLimits partitions =
        new PartitionLimits(
            TimeSource.system(), new PartitionCounters(settings.get(PARTITION_COUNTERS)));
    PartitionNames names = new PartitionNames(partitions);
    PartitionRejections rejections = new PartitionRejections(partitions);
    LimitedTables tables = new LimitedTables(new LimitMetrics(metrics), faults);
    RequestWatch watch =
        new RequestWatch(RequestClock.SOURCE, settings.get(WATCH_REQUESTS), faults);
    ServiceLevels levels = new ServiceLevels(faults);
    FairGuard fairShares = new FairGuard(Mode.named(settings.get(FAIR_SHARES)), levels, exchange);
    Overrides overrides = new Overrides(tables, enforcesLimits, events, exchange, faults);
    StaleAnswers stale =
        new StaleAnswers((long) settings.get(STALE_ANSWERS_MIB) << 20, names, faults);
    ReadCoalescing coalescing =
        new ReadCoalescing(
            tables, settings.get(COALESCE_READS), enforcesLimits, names, rejections, stale, faults);

    DeadlineFeature deadlines =
        new DeadlineFeature(settings, levels, fairShares::isOverloaded, events);
    TransactionLines transactions =
        new TransactionLines(
            settings.get(LWT_LINES),
            settings.get(LWT_LINE_LENGTH),
            Goodput::mostWaitingThreads,
            deadlines::timeoutNanos,
            Goodput::contentions,
            exchange,
            faults);

    // In the order in which requests pass their guards. The watch comes first, and sees all that
    // clients send.
    List<Feature> ofAllRequests =
        List.of(
            new WatchFeature(settings, watch),
            deadlines,
            new NodeFeature(
                settings.mistakes(),
                faults,
                partitions,
                () -> coalescing.coalesced().getCount() + stale.used().getCount(),
                events),
            new EventFeature(events),
            new HotFeature(settings, tables, partitions, names, watch, events),
            new LevelFeature(levels, fairShares::refusedPerSecond, effects(settings, fairShares)),
            new OverrideFeature(overrides),
            new HeatFeature(settings, exchange, faults),
            new YieldFeature(settings, events),
            new RunawayFeature(settings, events, faults),
            new CoalesceFeature(coalescing, stale),
            new TransactionFeature(transactions, events));
    // These count only the reads that are executed.
    List<Feature> ofExecuted =
        List.of(
            new FairFeature(fairShares, events),
            new LimitFeature(
                settings, tables, partitions, names, rejections, events, exchange, faults));
    this.features = Stream.of(ofAllRequests, ofExecuted).flatMap(List::stream).toList();

    Pipeline executed =
        new Pipeline(guards(ofExecuted), transactions.before(Execution.on(next)), faults);
    this.pipeline =
        new Pipeline(guards(ofAllRequests), watch.measuring(coalescing.before(executed)), faults);
    this.early =
        settings.get(DECIDE_ON_ARRIVAL) && settings.get(QUERY_HANDLER).isEmpty()
            ? new EarlyAnswers(
                watch.watching(transactions.earlyBefore(coalescing.earlyBefore(executed))), faults)
            : null;
  }

  /** Transactions and serial reads of this node that others have preempted. */
  private static long contentions() {
    return ClientRequestsMetricsHolder.casWriteMetrics.contention.getCount()
        + ClientRequestsMetricsHolder.casReadMetrics.contention.getCount();
  }

  /** A part of the request threads serves those that do not wait. */
  private static int mostWaitingThreads() {
    return DatabaseDescriptor.getNativeTransportMaxThreads() / 4;
  }

  private static LevelEffects effects(Settings settings, FairGuard fairShares) {
    return new LevelEffects(
        () -> DatabaseDescriptor.getAuthenticator().requireAuthentication(),
        () -> fairShares.mode() == Mode.ON,
        settings.get(DROP_LATE_REQUESTS));
  }

  private static List<Guard> guards(List<Feature> features) {
    return features.stream().flatMap(feature -> feature.guards().stream()).toList();
  }

  /**
   * Starts the plug-in with the settings of this node.
   *
   * @return what requests pass on their way to Cassandra
   */
  static RequestPath start(Faults faults) {
    Settings settings =
        SettingsFile.nextTo(
            System.getProperty("cassandra.config", "cassandra.yaml"), logger::error);
    QueryHandler next = RequestPath.handler(settings.get(QUERY_HANDLER));
    Goodput goodput = new Goodput(settings, next, faults);
    OwnStatements statements = new OwnStatements(goodput.parts(Feature::statements), faults);
    goodput.start(settings);
    return new RequestPath(next, goodput.pipeline, statements);
  }

  private GoodputKeyspace keyspace(Settings settings) {
    List<VirtualTable> tables = new ArrayList<>(parts(Feature::tables));
    tables.add(new SettingsTable(settings.inWords(), parts(Feature::switches)));
    return new GoodputKeyspace(tables);
  }

  /** One part of all features. */
  <T> List<T> parts(Function<Feature, List<T>> ofFeature) {
    return features.stream().flatMap(feature -> ofFeature.apply(feature).stream()).toList();
  }

  private void start(Settings settings) {
    features.forEach(feature -> feature.register(metrics));
    exchange.listen();
    features.forEach(Feature::start);
    schedule(keyspace(settings));
    if (early != null) {
      metrics.counter("AnsweredOnArrival", early.answered());
      NativeTransport.show(early, faults);
    }
    logGaps();
    logger.info(
        "Goodput is on: version {}; {}",
        NodeFeature.version(),
        features.stream()
            .map(Feature::state)
            .filter(state -> !state.isEmpty())
            .collect(Collectors.joining("; ")));
    events.add(
        EventKind.NODE_STARTED,
        "The node has started with Goodput %s, on Cassandra %s"
            .formatted(NodeFeature.version(), FBUtilities.getReleaseVersionString()));
  }

  private static void logGaps() {
    List<String> gaps = Platform.ofThisNode().gaps();
    if (!gaps.isEmpty()) {
      logger.warn(
          "Goodput is experimental on Cassandra {}: {}",
          FBUtilities.getReleaseVersionString(),
          String.join("; ", gaps));
    }
  }

  /** Runs the ticks on threads of the plug-in, so that no other task delays them. */
  private void schedule(GoodputKeyspace keyspace) {
    List<Tick> ticks = new ArrayList<>(parts(Feature::ticks));
    ticks.add(
        new Tick(
            "Goodput-rates",
            () -> keyspace.isDecided() ? Tick.NEVER : GoodputKeyspace.TICK_NANOS,
            "showing the virtual keyspace",
            keyspace::tick));
    Map<String, ScheduledExecutorPlus> threads = new HashMap<>();
    for (Tick tick : ticks) {
      every(tick, threads.computeIfAbsent(tick.thread(), Goodput::thread));
    }
    List<Runnable> watches = parts(Feature::watches);
    every(
        new Tick("Goodput-events", Nanos.PER_SECOND, "watching for events", () -> lookAll(watches)),
        thread("Goodput-events"));
  }

  private void lookAll(List<Runnable> watches) {
    // Before that, the schema is being loaded.
    if (Platform.ofThisNode().knowsTheSchema()) {
      watches.forEach(watch -> faults.guard("watching for events", watch));
    }
  }

  private static ScheduledExecutorPlus thread(String name) {
    return ExecutorFactory.Global.executorFactory().scheduled(false, name);
  }

  private void every(Tick tick, ScheduledExecutorPlus thread) {
    long pause = pause(tick);
    if (pause == Tick.NEVER) {
      return;
    }
    ScheduledFuture<?> unused =
        thread.schedule(
            () -> {
              faults.guard(tick.activity(), tick.task());
              every(tick, thread);
            },
            pause,
            TimeUnit.NANOSECONDS);
  }

  private long pause(Tick tick) {
    try {
      return tick.pause().getAsLong();
    } catch (Throwable e) {
      faults.report(tick.activity(), e);
      return Nanos.PER_SECOND;
    }
  }
}
