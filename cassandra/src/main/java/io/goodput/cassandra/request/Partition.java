package io.goodput.cassandra.request;

import java.nio.ByteBuffer;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A partition that a request names. Two are equal if they have the same table and the same key.
 * Belongs to the request's thread.
 */
public final class Partition {

  private final TableMetadata table;
  private final ByteBuffer key;
  private @Nullable Token token;

  Partition(TableMetadata table, ByteBuffer key) {
    this.table = table;
    this.key = key;
  }

  /** The table as it was when the statement was prepared. */
  public TableMetadata table() {
    return table;
  }

  /** The serialized partition key, which belongs to the request: copy it to keep it. */
  public ByteBuffer key() {
    return key;
  }

  /** The partition's token, hashed on the first call only. */
  public Token token() {
    Token known = token;
    if (known == null) {
      known = table.partitioner.getToken(key);
      token = known;
    }
    return known;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Partition partition
        && partition.table.id.equals(table.id)
        && partition.key.equals(key);
  }

  @Override
  public int hashCode() {
    return 31 * table.id.hashCode() + key.hashCode();
  }

  @Override
  public String toString() {
    return table + " " + table.partitionKeyAsCQLLiteral(key);
  }
}
