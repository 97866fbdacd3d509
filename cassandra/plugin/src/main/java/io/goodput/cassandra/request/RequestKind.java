package io.goodput.cassandra.request;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.WriteType;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/** Kinds of requests, by the timeout that Cassandra applies to them. */
public enum RequestKind {
  READS(null),
  RANGE_READS(null),
  WRITES(WriteType.SIMPLE),
  BATCHES(WriteType.BATCH),
  COUNTER_WRITES(WriteType.COUNTER),
  CONDITIONAL_WRITES(WriteType.CAS),

  /**
   * Requests that Goodput never rejects: those on system keyspaces and virtual tables, which
   * drivers and operators need most while a node is overloaded, and those that change the schema or
   * roles.
   */
  EXEMPT(null);

  private static final List<RequestKind> GUARDED =
      List.of(READS, RANGE_READS, WRITES, BATCHES, COUNTER_WRITES, CONDITIONAL_WRITES);

  /** How the names of all system keyspaces begin. */
  private static final char SYSTEM = SchemaConstants.SYSTEM_KEYSPACE_NAME.charAt(0);

  private final @Nullable WriteType writeType;

  RequestKind(@Nullable WriteType writeType) {
    this.writeType = writeType;
  }

  /** All kinds except {@link #EXEMPT}. */
  public static List<RequestKind> guarded() {
    return GUARDED;
  }

  static RequestKind of(CQLStatement statement) {
    if (statement instanceof SelectStatement select) {
      return of(select);
    }
    if (statement instanceof ModificationStatement modification) {
      return of(modification);
    }
    return statement instanceof BatchStatement batch ? of(batch) : EXEMPT;
  }

  private static RequestKind of(SelectStatement select) {
    if (isSystemTable(select.table)) {
      return EXEMPT;
    }
    boolean isRange =
        select.getRestrictions().isKeyRange() || select.getRestrictions().usesSecondaryIndexing();
    return isRange ? RANGE_READS : READS;
  }

  private static RequestKind of(ModificationStatement modification) {
    if (isSystemTable(modification.metadata())) {
      return EXEMPT;
    }
    if (modification.hasConditions()) {
      return CONDITIONAL_WRITES;
    }
    return modification.isCounter() ? COUNTER_WRITES : WRITES;
  }

  private static RequestKind of(BatchStatement batch) {
    RequestKind kind = EXEMPT;
    for (ModificationStatement modification : batch.getStatements()) {
      if (modification.isCounter()) {
        return COUNTER_WRITES;
      }
      if (!isSystemTable(modification.metadata())) {
        kind = batch.hasConditions() ? CONDITIONAL_WRITES : BATCHES;
      }
    }
    return kind;
  }

  private static boolean isSystemTable(TableMetadata table) {
    // Cassandra's own check converts the name to lower case three times.
    boolean maybe = Character.toLowerCase(table.keyspace.charAt(0)) == SYSTEM;
    return table.isVirtual() || (maybe && SchemaConstants.isSystemKeyspace(table.keyspace));
  }

  /**
   * Cassandra's own timeout for this kind in nanoseconds. An operator may change it while the node
   * runs.
   */
  public long serverTimeoutNanos() {
    return switch (this) {
      case READS -> DatabaseDescriptor.getReadRpcTimeout(TimeUnit.NANOSECONDS);
      case RANGE_READS -> DatabaseDescriptor.getRangeRpcTimeout(TimeUnit.NANOSECONDS);
      case WRITES, BATCHES -> DatabaseDescriptor.getWriteRpcTimeout(TimeUnit.NANOSECONDS);
      case COUNTER_WRITES -> DatabaseDescriptor.getCounterWriteRpcTimeout(TimeUnit.NANOSECONDS);
      case CONDITIONAL_WRITES -> DatabaseDescriptor.getCasContentionTimeout(TimeUnit.NANOSECONDS);
      case EXEMPT -> Long.MAX_VALUE;
    };
  }

  /** Whether requests of this kind write users' data. */
  public boolean isWrite() {
    return writeType != null;
  }

  /** How Cassandra reports a write of this kind in a timeout; null for other requests. */
  @Nullable WriteType writeType() {
    return writeType;
  }

  /** The name in settings, metrics, and virtual tables. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
