package io.goodput.cassandra.view;

import io.goodput.cassandra.deadline.RequestDeadlines;
import io.goodput.cassandra.heat.HeatWeightedReads;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.warming.CacheWarming;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.schema.Schema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The virtual keyspace {@code goodput}. */
public final class GoodputKeyspace {

  private static final Logger logger = LoggerFactory.getLogger(GoodputKeyspace.class);
  private static final String NAME = "goodput";

  private final LimitedTables tables;
  private final HotPartitions hotPartitions;
  private final RequestDeadlines deadlines;
  private final HeatWeightedReads weightedReads;
  private final CacheWarming warming;
  private final AtomicBoolean decided = new AtomicBoolean();

  public GoodputKeyspace(
      LimitedTables tables,
      HotPartitions hotPartitions,
      RequestDeadlines deadlines,
      HeatWeightedReads weightedReads,
      CacheWarming warming) {
    this.tables = tables;
    this.hotPartitions = hotPartitions;
    this.deadlines = deadlines;
    this.weightedReads = weightedReads;
    this.warming = warming;
  }

  /**
   * Makes the keyspace visible, once, unless users have a keyspace of that name. To be called when
   * the schema has been loaded: by the first request of a client.
   */
  public void show() {
    if (decided.getPlain() || !decided.compareAndSet(false, true)) {
      return;
    }
    if (Schema.instance.distributedKeyspaces().containsKeyspace(NAME)) {
      logger.error(
          "Goodput's virtual keyspace is not shown, because there is a keyspace named {};"
              + " the same figures are in JMX",
          NAME);
      return;
    }
    VirtualKeyspaceRegistry.instance.register(
        new VirtualKeyspace(
            NAME,
            List.of(
                new LimitsTable(NAME, tables),
                new HotPartitionsTable(NAME, hotPartitions),
                new QueueTable(NAME, deadlines),
                new HeatTable(NAME, weightedReads, warming),
                new SettingsTable(NAME, weightedReads))));
  }
}
