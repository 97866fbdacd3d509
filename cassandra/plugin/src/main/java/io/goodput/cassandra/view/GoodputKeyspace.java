package io.goodput.cassandra.view;

import io.goodput.cassandra.coalesce.ReadCoalescing;
import io.goodput.cassandra.deadline.DeadlineGuard;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.fair.FairGuard;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.heat.HeatWeightedReads;
import io.goodput.cassandra.level.ServiceLevels;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.memtable.MemtableGuard;
import io.goodput.cassandra.override.Overrides;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.warming.CacheWarming;
import io.goodput.cassandra.watch.RequestWatch;
import io.goodput.core.limit.PartitionLimits;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The virtual keyspace {@code goodput}. Thread-safe. */
public final class GoodputKeyspace {

  static final String NAME = "goodput";

  private static final Logger logger = LoggerFactory.getLogger(GoodputKeyspace.class);

  private final List<VirtualTable> tables;
  private final AtomicBoolean decided = new AtomicBoolean();

  /**
   * A keyspace that is not visible yet.
   *
   * @param settings all settings by name, with their values when the node started
   */
  public GoodputKeyspace(
      Faults faults,
      Events events,
      Map<String, String> settings,
      LimitedTables limits,
      PartitionLimits counted,
      Overrides overrides,
      HotPartitions partitions,
      RequestWatch watch,
      DeadlineGuard deadlines,
      ServiceLevels levels,
      FairGuard fairShares,
      MemtableGuard memtables,
      HeatWeightedReads reads,
      CacheWarming warming,
      ReadCoalescing coalescing) {
    this.tables =
        List.of(
            NodeTable.of(faults, counted),
            LimitsTable.of(limits),
            OverridesTable.of(overrides),
            HotPartitionsTable.of(partitions),
            TopClientsTable.of(watch, partitions.most()),
            PeakRatesTable.of(limits),
            ProposedLimitsTable.of(limits),
            EventsTable.of(events),
            QueueTable.of(deadlines),
            FairSharesTable.of(fairShares),
            FairShareClassesTable.of(fairShares),
            ServiceLevelsTable.of(levels, fairShares),
            MemtablesTable.of(memtables),
            HeatTable.of(reads, warming),
            new SettingsTable(settings, reads, coalescing, fairShares, watch));
  }

  /**
   * Makes the keyspace visible, unless users have a keyspace with that name. Does so once, when the
   * schema has been loaded: at the first request of a client.
   */
  public void show() {
    if (decided.getPlain() || !decided.compareAndSet(false, true)) {
      return;
    }
    if (Platform.ofThisNode().distributedKeyspaces().containsKeyspace(NAME)) {
      logger.error(
          "Goodput's virtual keyspace is not visible, because there is a keyspace named {};"
              + " JMX has the same figures",
          NAME);
      return;
    }
    VirtualKeyspaceRegistry.instance.register(new VirtualKeyspace(NAME, tables));
  }
}
