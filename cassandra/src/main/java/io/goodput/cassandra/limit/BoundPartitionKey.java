package io.goodput.cassandra.limit;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.restrictions.StatementRestrictions;
import org.apache.cassandra.db.marshal.ByteBufferAccessor;
import org.apache.cassandra.db.marshal.CompositeType;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The partition key of the usual prepared statement, read from its bound values without the detour
 * through Cassandra's restrictions.
 */
final class BoundPartitionKey {

  private BoundPartitionKey() {}

  /**
   * The key of the only partition that the statement names, if each of its columns is bound to a
   * marker; else null.
   *
   * @param statement one that stands alone, not in a batch
   */
  static @Nullable ByteBuffer of(
      CQLStatement statement,
      TableMetadata table,
      StatementRestrictions restrictions,
      QueryOptions options) {
    if (restrictions.keyIsInRelation()) {
      return null;
    }
    short[] indexes = statement.getPartitionKeyBindVariableIndexes();
    List<ByteBuffer> values = options.getValues();
    if (indexes == null) {
      return null;
    }
    for (short index : indexes) {
      if (!isUsable(values.get(index))) {
        return null;
      }
    }
    if (!(table.partitionKeyType instanceof CompositeType)) {
      return values.get(indexes[0]);
    }
    ByteBuffer[] components = new ByteBuffer[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      components[i] = values.get(indexes[i]);
    }
    return CompositeType.build(ByteBufferAccessor.instance, components);
  }

  private static boolean isUsable(@Nullable ByteBuffer value) {
    // An unset value is empty too.
    return value != null && value.hasRemaining();
  }
}
