package io.goodput.cassandra;

import io.goodput.cassandra.deadline.RequestDeadlines;
import io.goodput.cassandra.failure.StacklessFailures;
import io.goodput.cassandra.heat.ChunkCacheHeat;
import io.goodput.cassandra.heat.HeatWeightedReads;
import io.goodput.cassandra.limit.Faults;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.limit.RequestLimiter;
import io.goodput.cassandra.memtable.MemtableRoom;
import io.goodput.cassandra.replica.DemandExchange;
import io.goodput.cassandra.replica.ReplicaGate;
import io.goodput.cassandra.replica.RequestsInFlight;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.settings.SettingsFile;
import io.goodput.cassandra.view.GoodputKeyspace;
import io.goodput.cassandra.view.GoodputMetrics;
import io.goodput.cassandra.view.HotPartitions;
import io.goodput.cassandra.warming.CacheWarming;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.TimeSource;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.concurrent.ExecutorFactory;
import org.apache.cassandra.concurrent.ScheduledExecutorPlus;
import org.apache.cassandra.config.CassandraRelevantProperties;
import org.apache.cassandra.db.memtable.AbstractAllocatorMemtable;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.Schema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of the plug-in on one node, put together. */
record Goodput(
    Settings settings,
    RequestDeadlines deadlines,
    MemtableRoom memtables,
    RequestLimiter limiter,
    RequestsInFlight requests,
    HeatWeightedReads weightedReads,
    GoodputKeyspace keyspace,
    Faults faults) {

  private static final Logger logger = LoggerFactory.getLogger(Goodput.class);

  /** Reads the settings, and follows the schema and the clock from now on. */
  static Goodput start() {
    Settings settings =
        SettingsFile.beside(
            CassandraRelevantProperties.CASSANDRA_CONFIG.getString(), logger::error);
    PartitionLimits limits =
        new PartitionLimits(
            TimeSource.system(), new PartitionCounters(settings.partitionCounters()));
    PartitionNames names = new PartitionNames(limits);
    HotPartitions hotPartitions = new HotPartitions(limits, names, settings.hotPartitions());
    GoodputMetrics metrics = new GoodputMetrics(CassandraMetricsRegistry.Metrics);
    Faults faults = new Faults();
    LimitedTables tables = new LimitedTables(metrics, faults);

    RequestDeadlines deadlines = new RequestDeadlines(settings.patience(), faults);

    MemtableRoom memtables = new MemtableRoom(AbstractAllocatorMemtable.MEMORY_POOL, faults);

    metrics.register(limits, faults, hotPartitions);
    metrics.register(memtables);
    deadlines.queues().forEach(metrics::register);
    if (settings.stacklessFailures()) {
      StacklessFailures.switchOn();
    }
    tables.follow(Schema.instance);
    RequestLimiter limiter = new RequestLimiter(tables, limits, names, faults);
    RequestsInFlight requests = new RequestsInFlight(limiter, faults);
    DemandExchange exchange = new DemandExchange(tables, limits, names, faults);
    if (settings.enforceLimits()) {
      requests.follow(MessagingService.instance());
      new ReplicaGate(tables, limits, names, faults).follow(MessagingService.instance());
      exchange.follow(MessagingService.instance());
    }
    CacheWarming warming = CacheWarming.ofThisNode(settings.warmChunksPerSecond(), faults);
    HeatWeightedReads weightedReads = weightedReads(settings, warming, faults);
    follow(limits, tables, exchange, weightedReads, faults);
    if (settings.paceWrites()) {
      follow(memtables, faults);
    }
    if (settings.warmAfterRestart()) {
      warming.start();
    }
    logger.info(
        "Goodput is on: per-partition rate limits {}, {} counters; late requests {}; writes {}",
        settings.enforceLimits() ? "are enforced" : "are not enforced (enforce_limits: false)",
        settings.partitionCounters(),
        settings.dropLateRequests() ? "are dropped" : "are served (drop_late_requests: false)",
        settings.paceWrites() ? "are paced" : "are not paced (pace_writes: false)");
    return new Goodput(
        settings,
        deadlines,
        memtables,
        limiter,
        requests,
        weightedReads,
        new GoodputKeyspace(tables, hotPartitions, deadlines, weightedReads, warming),
        faults);
  }

  private static HeatWeightedReads weightedReads(
      Settings settings, CacheWarming warming, Faults faults) {
    HeatWeightedReads reads =
        new HeatWeightedReads(
            ChunkCacheHeat.ofThisNode(warming::read),
            () -> warming.await(settings.warmBeforeJoining()),
            faults);
    reads.follow(MessagingService.instance());
    if (settings.heatWeightedReads()) {
      try {
        reads.setEnabled(true);
      } catch (IllegalArgumentException e) {
        logger.error("{}; reads keep their order", e.getMessage());
      }
    }
    return reads;
  }

  /** Keeps shares and rates up to date, on a thread of its own: no other task delays a tick. */
  private static void follow(
      PartitionLimits limits,
      LimitedTables tables,
      DemandExchange exchange,
      HeatWeightedReads weightedReads,
      Faults faults) {
    ScheduledExecutorPlus executor =
        ExecutorFactory.Global.executorFactory().scheduled(false, "Goodput");
    ScheduledFuture<?> unusedTick =
        executor.scheduleWithFixedDelay(
            () -> faults.guard("sharing limits", () -> exchange.tick(MessagingService.instance())),
            PartitionLimits.TICK_NANOS,
            PartitionLimits.TICK_NANOS,
            TimeUnit.NANOSECONDS);
    ScheduledFuture<?> unusedHeatTick =
        executor.scheduleWithFixedDelay(
            () ->
                faults.guard(
                    "exchanging heats", () -> weightedReads.tick(MessagingService.instance())),
            HeatWeightedReads.TICK_NANOS,
            HeatWeightedReads.TICK_NANOS,
            TimeUnit.NANOSECONDS);
    ScheduledFuture<?> unusedRefresh =
        executor.scheduleWithFixedDelay(
            () -> faults.guard("refreshing limits", () -> tables.refresh(limits.now())),
            1,
            1,
            TimeUnit.SECONDS);
  }

  private static void follow(MemtableRoom memtables, Faults faults) {
    ScheduledFuture<?> unusedTick =
        ExecutorFactory.Global.executorFactory()
            .scheduled(false, "Goodput-memtables")
            .scheduleWithFixedDelay(
                () -> faults.guard("looking at memtables", memtables::tick),
                MemtableRoom.TICK_NANOS,
                MemtableRoom.TICK_NANOS,
                TimeUnit.NANOSECONDS);
  }
}
