package io.goodput.cassandra.limit;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.option.HotReads;
import io.goodput.cassandra.option.RateLimitOption;
import io.goodput.cassandra.option.TableOptions;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.Partition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.SchemaChangeListener;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientWarn;
import org.jspecify.annotations.Nullable;

/**
 * The tables that have limits, as the schema says, and the partitions that have others for a while.
 *
 * <p>A prepared statement holds the table as it was when it was prepared, so limits are found by
 * table id. A lookup takes no lock. The schema's own thread makes the changes, except those of
 * overrides.
 */
public final class LimitedTables implements SchemaChangeListener {

  /** Learns of limits that are set and removed. */
  public interface Listener {
    /** An operation on a table is limited from now on. */
    void limited(TableLimit limit);

    /** An operation on a table is no longer limited. */
    void unlimited(TableLimit limit);
  }

  private final Listener listener;
  private final Faults faults;
  private final SeriesNumbers series = new SeriesNumbers();
  private final Map<TableId, LimitedTable> tables = new ConcurrentHashMap<>();
  private List<PartitionOverride> overrides = List.of();

  /** The tables whose partitions have overrides; usually empty. */
  private volatile Map<TableId, OverriddenTable> overridden = Map.of();

  /** Each request asks for it. */
  private volatile boolean isEmpty = true;

  private volatile int clusterNodes = 1;

  /** No tables, until {@link #followSchema}. */
  public LimitedTables(Listener listener, Faults faults) {
    this.listener = listener;
    this.faults = faults;
  }

  /** Takes the limits of all tables from the schema, and follows its changes from now on. */
  public void followSchema() {
    Platform.ofThisNode().follow(this);
    for (KeyspaceMetadata keyspace : Platform.ofThisNode().distributedKeyspaces()) {
      keyspace.tables.forEach(this::onCreateTable);
    }
  }

  /** All limits of all tables. */
  public List<TableLimit> limits() {
    List<TableLimit> limits = new ArrayList<>();
    for (LimitedTable table : tables.values()) {
      Stream.of(Operation.values()).map(table::limit).filter(s -> s != null).forEach(limits::add);
    }
    return limits;
  }

  /** The same, and what counts for the overrides of tables without a limit. */
  public List<TableLimit> counting() {
    List<TableLimit> counting = limits();
    for (OverriddenTable table : overridden.values()) {
      table.countingOnly().forEach(counting::add);
    }
    return counting;
  }

  /**
   * Brings the rates of all limits up to date, and the number of replicas that share them; called
   * about once a second.
   *
   * @param newClusterNodes the number of nodes in the cluster, 1 or more
   */
  void refresh(long nanos, int newClusterNodes) {
    clusterNodes = newClusterNodes;
    for (TableLimit limit : limits()) {
      limit.sampleRates(nanos);
      setNodes(limit.table(), replicas -> limit.setNodes(replicas, newClusterNodes));
    }
    for (OverriddenTable table : overridden.values()) {
      setNodes(table.metadata(), replicas -> table.setNodes(replicas, newClusterNodes));
    }
  }

  private static void setNodes(TableMetadata table, IntConsumer ofReplicas) {
    Keyspace keyspace = Platform.ofThisNode().schema().getKeyspaceInstance(table.keyspace);
    if (keyspace != null) {
      int replicas = keyspace.getReplicationStrategy().getReplicationFactor().allReplicas;
      ofReplicas.accept(Math.max(1, replicas));
    }
  }

  /** Whether no table has the option, and no partition has an override. */
  public boolean isEmpty() {
    return isEmpty;
  }

  /** Whether an operation is limited on a table, or on some of its partitions. */
  boolean isLimited(TableId id, Operation operation) {
    return limitOfTable(id, operation) != null || isOverridden(id, operation);
  }

  /** Whether some partitions of a table have overrides of an operation. */
  public boolean isOverridden(TableId id, Operation operation) {
    OverriddenTable table = overridden.isEmpty() ? null : overridden.get(id);
    return table != null && !table.limits(operation).isEmpty();
  }

  /** Whether the partition has an override of an operation. */
  public boolean isOverridden(Partition partition, Operation operation) {
    return isOverridden(partition.table().id, operation)
        && overriding(partition.table().id, operation, bitsOf(partition)) != null;
  }

  /** The limit of an operation on a partition; null if it has none. */
  @Nullable TableLimit limit(Partition partition, Operation operation) {
    TableId id = partition.table().id;
    // The token is hashed only if it matters.
    return isOverridden(id, operation)
        ? limitOfBits(id, operation, bitsOf(partition))
        : limitOfTable(id, operation);
  }

  /** The limit of an operation on the partition with this token; null if it has none. */
  public @Nullable TableLimit limitOfToken(TableId id, Operation operation, Token token) {
    return limitOfBits(id, operation, Partition.bitsOf(token));
  }

  /** The same for the partition with a token of these bits. */
  @Nullable TableLimit limitOfBits(TableId id, Operation operation, long tokenBits) {
    TableLimit override = overriding(id, operation, tokenBits);
    return override == null ? limitOfTable(id, operation) : override;
  }

  private @Nullable TableLimit overriding(TableId id, Operation operation, long tokenBits) {
    OverriddenTable table = overridden.isEmpty() ? null : overridden.get(id);
    return table == null ? null : table.limits(operation).of(tokenBits);
  }

  private static long bitsOf(Partition partition) {
    return Partition.bitsOf(partition.token());
  }

  /** The limit on an operation on each partition of a table; null if it has none. */
  @Nullable TableLimit limitOfTable(TableId id, Operation operation) {
    LimitedTable table = tables.get(id);
    return table == null ? null : table.limit(operation);
  }

  /** Whether operations over limits are rejected on a table; observe mode only counts them. */
  public boolean isEnforced(TableId id) {
    LimitedTable table = tables.get(id);
    return table == null || table.isEnforced();
  }

  /** Changes the overrides that are in force: to these, and no others. */
  public synchronized void override(List<PartitionOverride> inForce) {
    overrides = inForce;
    applyOverrides();
  }

  private void applyOverrides() {
    Map<TableId, List<PartitionOverride>> byTable =
        overrides.stream().collect(Collectors.groupingBy(PartitionOverride::table));
    Map<TableId, OverriddenTable> now = new HashMap<>();
    byTable.forEach(
        (id, ofTable) -> {
          TableMetadata table = Platform.ofThisNode().schema().getTableMetadata(id);
          if (table != null) {
            OverriddenTable changed =
                OverriddenTable.of(table, ofTable, overridden.get(id), tables.get(id));
            setNodes(table, replicas -> changed.setNodes(replicas, clusterNodes));
            now.put(id, changed);
          }
        });
    overridden = Map.copyOf(now);
    isEmpty = tables.isEmpty() && overridden.isEmpty();
  }

  /** How hot reads of a table are answered; null if the table does not say. */
  public @Nullable HotReads hotReads(TableId id) {
    LimitedTable table = tables.get(id);
    return table == null ? null : table.hotReads();
  }

  /** The limit on the reads of a table; null if it has none, or if it is only observed. */
  public @Nullable TableLimit enforcedOnReads(TableId id) {
    TableLimit limit = limitOfTable(id, Operation.READS);
    return limit != null && limit.isEnforced() ? limit : null;
  }

  @Override
  public void onCreateTable(TableMetadata table) {
    update(table);
  }

  @Override
  public void onAlterTable(TableMetadata before, TableMetadata after, boolean affectsStatements) {
    boolean wasEnforced = isEnforced(after.id);
    update(after);
    if (wasEnforced && !isEnforced(after.id)) {
      warnOfOverrides(after);
    }
  }

  /** Reaches the client that has altered the table, because its own thread tells of the change. */
  private void warnOfOverrides(TableMetadata table) {
    long count = overrides.stream().filter(it -> it.table().equals(table.id)).count();
    if (count > 0) {
      ClientWarn.instance.warn(
          "Limits of %s.%s are in observe mode now: its overrides (%d) count and reject nothing"
              .formatted(table.keyspace, table.name, count));
    }
  }

  @Override
  public void onDropTable(TableMetadata table, boolean dropData) {
    replace(table, RateLimitOption.NONE);
  }

  private void update(TableMetadata table) {
    RateLimitOption option = RateLimitOption.NONE;
    try {
      option = TableOptions.of(table);
    } catch (RuntimeException e) {
      faults.report("reading the limits of " + table, e);
    }
    replace(table, option);
  }

  private synchronized void replace(TableMetadata table, RateLimitOption option) {
    LimitedTable old = tables.get(table.id);
    if (old == null && option.isNone()) {
      return;
    }
    if (option.isNone()) {
      tables.remove(table.id);
      applyOverrides();
      announce(old, null);
      return;
    }
    LimitedTable limited =
        new LimitedTable(
            keptOrNew(old, table, Operation.READS, option.reads(), option.enforced()),
            keptOrNew(old, table, Operation.WRITES, option.writes(), option.enforced()),
            option.hotReads(),
            option.enforced());
    tables.put(table.id, limited);
    applyOverrides();
    announce(old, limited);
  }

  private @Nullable TableLimit keptOrNew(
      @Nullable LimitedTable old,
      TableMetadata table,
      Operation operation,
      OptionalLong perSecond,
      boolean enforced) {
    if (perSecond.isEmpty()) {
      return null;
    }
    TableLimit kept = old == null ? null : old.limit(operation);
    TableLimit limit =
        kept == null
            ? new TableLimit(table, operation, perSecond.getAsLong(), series.take())
            : kept;
    limit.setPerSecond(perSecond.getAsLong());
    limit.setEnforced(enforced);
    return limit;
  }

  private void announce(@Nullable LimitedTable before, @Nullable LimitedTable after) {
    for (Operation operation : Operation.values()) {
      TableLimit old = before == null ? null : before.limit(operation);
      TableLimit now = after == null ? null : after.limit(operation);
      if (old != null && now == null) {
        series.release(old.series());
        listener.unlimited(old);
      }
      if (old == null && now != null) {
        listener.limited(now);
      }
    }
  }
}
