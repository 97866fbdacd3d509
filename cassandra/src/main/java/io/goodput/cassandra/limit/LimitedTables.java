package io.goodput.cassandra.limit;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.option.HotReads;
import io.goodput.cassandra.option.RateLimitOption;
import io.goodput.cassandra.option.TableOptions;
import io.goodput.cassandra.platform.Platform;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.SchemaChangeListener;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The tables that have limits, as the schema says.
 *
 * <p>A prepared statement holds the table as it was when it was prepared, so limits are found by
 * table id. A look-up takes no lock. The schema's own thread makes the changes.
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
  private final Map<TableId, LimitedTable> tables = new ConcurrentHashMap<>();

  /** No tables, until {@link #listen}. */
  public LimitedTables(Listener listener, Faults faults) {
    this.listener = listener;
    this.faults = faults;
  }

  /** Takes the limits of all tables from the schema, and follows its changes from now on. */
  public void listen() {
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

  /**
   * Brings the rates of all limits up to date, and the number of replicas that share them; called
   * about once a second.
   *
   * @param clusterNodes the number of nodes in the cluster, 1 or more
   */
  void refresh(long nanos, int clusterNodes) {
    for (TableLimit limit : limits()) {
      limit.sampleRates(nanos);
      Keyspace keyspace =
          Platform.ofThisNode().schema().getKeyspaceInstance(limit.table().keyspace);
      if (keyspace != null) {
        int replicas = keyspace.getReplicationStrategy().getReplicationFactor().allReplicas;
        limit.setNodes(Math.max(1, replicas), clusterNodes);
      }
    }
  }

  /** Whether no table has the option. */
  public boolean isEmpty() {
    return tables.isEmpty();
  }

  /** The limit on an operation on a table; null if it has none. */
  @Nullable TableLimit limit(TableId id, Operation operation) {
    LimitedTable table = tables.get(id);
    return table == null ? null : table.limit(operation);
  }

  /** How hot reads of a table are answered; null if the table does not say. */
  public @Nullable HotReads hotReads(TableId id) {
    LimitedTable table = tables.get(id);
    return table == null ? null : table.hotReads();
  }

  /** The limit on the reads of a table; null if it has none, or if it is only observed. */
  public @Nullable TableLimit enforcedOnReads(TableId id) {
    TableLimit limit = limit(id, Operation.READS);
    return limit != null && limit.isEnforced() ? limit : null;
  }

  @Override
  public void onCreateTable(TableMetadata table) {
    update(table);
  }

  @Override
  public void onAlterTable(TableMetadata before, TableMetadata after, boolean affectsStatements) {
    update(after);
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
      announce(old, null);
      return;
    }
    LimitedTable limited =
        new LimitedTable(
            limit(old, table, Operation.READS, option.reads(), option.enforced()),
            limit(old, table, Operation.WRITES, option.writes(), option.enforced()),
            option.hotReads());
    tables.put(table.id, limited);
    announce(old, limited);
  }

  private static @Nullable TableLimit limit(
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
        kept == null ? new TableLimit(table, operation, perSecond.getAsLong()) : kept;
    limit.setPerSecond(perSecond.getAsLong());
    limit.setEnforced(enforced);
    return limit;
  }

  private void announce(@Nullable LimitedTable before, @Nullable LimitedTable after) {
    for (Operation operation : Operation.values()) {
      TableLimit old = before == null ? null : before.limit(operation);
      TableLimit now = after == null ? null : after.limit(operation);
      if (old != null && now == null) {
        listener.unlimited(old);
      }
      if (old == null && now != null) {
        listener.limited(now);
      }
    }
  }
}
