package io.goodput.cassandra.request;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.restrictions.StatementRestrictions;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.ByteBufferAccessor;
import org.apache.cassandra.db.marshal.CompositeType;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.serializers.MarshalException;
import org.apache.cassandra.utils.FBUtilities;
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
    List<ColumnMetadata> columns = table.partitionKeyColumns();
    for (int i = 0; i < indexes.length; i++) {
      if (!isUsable(columns.get(i).type, values.get(indexes[i]))) {
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
    ByteBuffer key = CompositeType.build(ByteBufferAccessor.instance, components);
    return isShort(key) ? key : null;
  }

  /** An unset value is empty, too. Cassandra's restrictions say what is wrong with a value. */
  private static boolean isUsable(AbstractType<?> type, @Nullable ByteBuffer value) {
    if (value == null || !value.hasRemaining() || !isShort(value)) {
      return false;
    }
    try {
      type.validate(value);
      return true;
    } catch (MarshalException e) {
      return false;
    }
  }

  private static boolean isShort(ByteBuffer value) {
    return value.remaining() <= FBUtilities.MAX_UNSIGNED_SHORT;
  }
}
