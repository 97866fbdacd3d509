package io.goodput.cassandra.request;

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
 * Reads the partition key of a typical prepared statement straight from its bound values, which is
 * cheaper than asking Cassandra's restrictions.
 */
final class BoundPartitionKey {

  private BoundPartitionKey() {}

  /**
   * The partition key if the statement names one partition and binds a marker to each column of its
   * key; else null.
   *
   * @param statement a statement that is not part of a batch
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
    if (indexes == null) {
      return null;
    }
    List<ByteBuffer> values = options.getValues();
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
    // An unset value is empty, too.
    return value != null && value.hasRemaining();
  }
}
