package io.goodput.cassandra.deadline;

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

/** Requests of users' tables, by how long Cassandra itself gives them. */
public enum RequestKind {
  READS,
  RANGE_READS,
  WRITES,
  BATCHES,
  COUNTER_WRITES,
  CONDITIONAL_WRITES;

  /**
   * The kind of a statement; null for one that is never dropped: on the system's own keyspaces and
   * virtual tables, which drivers and operators need most when a node is overloaded, and those that
   * change schema or roles.
   */
  public static @Nullable RequestKind of(CQLStatement statement) {
    if (statement instanceof SelectStatement select) {
      if (isOfTheSystem(select.table)) {
        return null;
      }
      return select.getRestrictions().isKeyRange()
              || select.getRestrictions().usesSecondaryIndexing()
          ? RANGE_READS
          : READS;
    }
    if (statement instanceof ModificationStatement modification) {
      return isOfTheSystem(modification.metadata()) ? null : ofWrite(modification);
    }
    if (statement instanceof BatchStatement batch) {
      return ofBatch(batch);
    }
    return null;
  }

  private static RequestKind ofWrite(ModificationStatement modification) {
    if (modification.hasConditions()) {
      return CONDITIONAL_WRITES;
    }
    return modification.isCounter() ? COUNTER_WRITES : WRITES;
  }

  private static @Nullable RequestKind ofBatch(BatchStatement batch) {
    RequestKind kind = batch.hasConditions() ? CONDITIONAL_WRITES : BATCHES;
    for (ModificationStatement modification : batch.getStatements()) {
      if (isOfTheSystem(modification.metadata())) {
        return null;
      }
      if (modification.isCounter()) {
        kind = COUNTER_WRITES;
      }
    }
    return kind;
  }

  private static boolean isOfTheSystem(TableMetadata table) {
    return table.isVirtual() || SchemaConstants.isSystemKeyspace(table.keyspace);
  }

  /** Cassandra's own time-out, which an operator may change while the node runs; nanoseconds. */
  long serverTimeoutNanos() {
    return switch (this) {
      case READS -> DatabaseDescriptor.getReadRpcTimeout(TimeUnit.NANOSECONDS);
      case RANGE_READS -> DatabaseDescriptor.getRangeRpcTimeout(TimeUnit.NANOSECONDS);
      case WRITES, BATCHES -> DatabaseDescriptor.getWriteRpcTimeout(TimeUnit.NANOSECONDS);
      case COUNTER_WRITES -> DatabaseDescriptor.getCounterWriteRpcTimeout(TimeUnit.NANOSECONDS);
      case CONDITIONAL_WRITES -> DatabaseDescriptor.getCasContentionTimeout(TimeUnit.NANOSECONDS);
    };
  }

  public boolean isWrite() {
    return writeType() != null;
  }

  /** Null for reads. */
  @Nullable WriteType writeType() {
    return switch (this) {
      case READS, RANGE_READS -> null;
      case WRITES -> WriteType.SIMPLE;
      case BATCHES -> WriteType.BATCH;
      case COUNTER_WRITES -> WriteType.COUNTER;
      case CONDITIONAL_WRITES -> WriteType.CAS;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
