package io.goodput.cassandra.limit;

import io.goodput.cassandra.option.RateLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.SchemaChangeListener;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The tables that have limits, kept up to date with the schema.
 *
 * <p>Prepared statements hold the table as it was when they were prepared, so limits are looked up
 * by table id. Reading is one look-up in an immutable map; the schema's own thread replaces it.
 */
public final class LimitedTables implements SchemaChangeListener {

  /** Told when limits come and go. */
  public interface Listener {
    /** A kind of operation on a table is limited from now on. */
    void limited(Series series);

    /** It no longer is. */
    void unlimited(Series series);
  }

  private final Listener listener;
  private final Faults faults;
  private volatile Map<TableId, LimitedTable> tables = Map.of();

  /** No tables yet. */
  public LimitedTables(Listener listener, Faults faults) {
    this.listener = listener;
    this.faults = faults;
  }

  /** Follows the schema from now on, starting with what it holds now. */
  public void follow(Schema schema) {
    schema.registerListener(this);
    for (KeyspaceMetadata keyspace : schema.distributedKeyspaces()) {
      keyspace.tables.forEach(this::onCreateTable);
    }
  }

  /** Every limited kind of every limited table. */
  public List<Series> series() {
    List<Series> series = new ArrayList<>();
    for (LimitedTable table : tables.values()) {
      Stream.of(Kind.values()).map(table::series).filter(s -> s != null).forEach(series::add);
    }
    return series;
  }

  /**
   * Brings the rates of every series up to date, and the number of replicas that share its limits;
   * to be called about once a second.
   */
  public void refresh(long nanos) {
    for (Series series : series()) {
      series.sampleRates(nanos);
      KeyspaceMetadata keyspace = Schema.instance.getKeyspaceMetadata(series.table().keyspace);
      if (keyspace != null) {
        int replicas = keyspace.createReplicationStrategy().getReplicationFactor().allReplicas;
        series.limit(series.perSecond(), Math.max(1, replicas));
      }
    }
  }

  /** Whether no table is limited. */
  public boolean isEmpty() {
    return tables.isEmpty();
  }

  /** The limited operations of this kind on a table; null if they are not limited. */
  public @Nullable Series series(TableId id, Kind kind) {
    LimitedTable table = tables.get(id);
    return table == null ? null : table.series(kind);
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
    replace(table, RateLimits.NONE);
  }

  private void update(TableMetadata table) {
    RateLimits limits = RateLimits.NONE;
    try {
      limits = RateLimits.fromExtensions(table.params.extensions);
    } catch (RuntimeException e) {
      faults.report("reading the limits of " + table, e);
    }
    replace(table, limits);
  }

  private synchronized void replace(TableMetadata table, RateLimits limits) {
    LimitedTable old = tables.get(table.id);
    if (old == null && limits.isNone()) {
      return;
    }
    Map<TableId, LimitedTable> changed = new HashMap<>(tables);
    if (limits.isNone()) {
      changed.remove(table.id);
    } else {
      changed.put(
          table.id,
          new LimitedTable(
              series(old, table, Kind.READS, limits.reads(), limits.enforced()),
              series(old, table, Kind.WRITES, limits.writes(), limits.enforced())));
    }
    tables = changed;
    announce(old, changed.get(table.id));
  }

  private static @Nullable Series series(
      @Nullable LimitedTable old,
      TableMetadata table,
      Kind kind,
      OptionalLong limit,
      boolean enforced) {
    if (limit.isEmpty()) {
      return null;
    }
    Series kept = old == null ? null : old.series(kind);
    Series series = kept == null ? new Series(table, kind, limit.getAsLong()) : kept;
    series.limit(limit.getAsLong(), series.limit().nodes());
    series.enforced(enforced);
    return series;
  }

  private void announce(@Nullable LimitedTable before, @Nullable LimitedTable after) {
    for (Kind kind : Kind.values()) {
      Series old = before == null ? null : before.series(kind);
      Series now = after == null ? null : after.series(kind);
      if (old != null && now == null) {
        listener.unlimited(old);
      }
      if (old == null && now != null) {
        listener.limited(now);
      }
    }
  }
}
