package io.goodput.cassandra.watch;

import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.Partition;
import java.nio.ByteBuffer;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The reads, or the writes, of a partition. Two are equal if they have the same table, token, and
 * operation.
 *
 * @param table as it was when the statement was prepared
 * @param isRead whether it is read, rather than written
 * @param key its partition key; null if it is too long, or if the request names only the token
 */
public record WatchedPartition(
    TableMetadata table, boolean isRead, Token token, @Nullable ByteBuffer key) {

  /** The name of the operation in virtual tables. */
  public String kind() {
    return isRead ? "reads" : "writes";
  }

  /** The partition key as a CQL literal; null if it is not known. */
  public @Nullable String literal() {
    return key == null ? null : Platform.ofThisNode().keyLiteral(table, key);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WatchedPartition watched
        && watched.isRead == isRead
        && watched.table.id.equals(table.id)
        && watched.token.equals(token);
  }

  @Override
  public int hashCode() {
    return (int) Partition.secretHash(table, token) + Boolean.hashCode(isRead);
  }
}
