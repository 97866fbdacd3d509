package io.goodput.cassandra.heat;

import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.schema.SchemaConstants;
import org.jspecify.annotations.Nullable;

/**
 * The point reads of users' tables that request threads are carrying out. Cassandra orders a read's
 * replicas on the request's own thread, where neither the table nor the consistency level can be
 * seen; here they can.
 */
final class PointReads {

  private static final ThreadLocal<@Nullable PointRead> CURRENT = new ThreadLocal<>();

  private PointReads() {}

  /**
   * Marks the request as under way on this thread, if it is a point read.
   *
   * @return whether it is, and {@link #end} is to be called
   */
  static boolean begin(CQLStatement statement, @Nullable ConsistencyLevel consistency) {
    if (!(statement instanceof SelectStatement select)
        || consistency == null
        || consistency.isSerialConsistency()
        || select.getRestrictions().isKeyRange()
        || SchemaConstants.isSystemKeyspace(select.keyspace())
        || select.table.isVirtual()) {
      return false;
    }
    PointRead read = CURRENT.get();
    if (read == null) {
      read = new PointRead();
      CURRENT.set(read);
    }
    read.begin(select.table, consistency);
    return true;
  }

  /** Marks this thread's request as done. */
  static void end() {
    PointRead read = CURRENT.get();
    if (read != null) {
      read.end();
    }
  }

  /** The one under way on this thread; null if there is none. */
  static @Nullable PointRead current() {
    PointRead read = CURRENT.get();
    return read == null || read.table() == null ? null : read;
  }
}
