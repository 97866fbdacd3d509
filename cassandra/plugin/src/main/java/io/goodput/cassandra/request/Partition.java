package io.goodput.cassandra.request;

import com.google.common.hash.Hashing;
import io.goodput.cassandra.platform.Platform;
import io.goodput.core.table.SecretHash;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * A partition that a request names, by its key or by its token alone. Two are equal if they have
 * the same table and the same key, or the same token and no key. Belongs to the request's thread.
 */
public final class Partition {

  /** The longest key that is kept beyond its request, in bytes. */
  public static final int MOST_KEY_BYTES = 1024;

  private final TableMetadata table;
  private final @Nullable ByteBuffer key;
  private @Nullable Token token;

  Partition(TableMetadata table, ByteBuffer key) {
    this.table = table;
    this.key = key;
  }

  /** The partition with this token; the request does not name its key. */
  Partition(TableMetadata table, Token token) {
    this.table = table;
    this.key = null;
    this.token = token;
  }

  /** The table as it was when the statement was prepared. */
  public TableMetadata table() {
    return table;
  }

  /**
   * The serialized partition key, which belongs to the request: copy it to keep it. Null if the
   * request names only the token.
   */
  public @Nullable ByteBuffer key() {
    return key;
  }

  /**
   * A copy of a key, to be kept beyond the request whose buffer it is in; null if the key is
   * unknown, or longer than {@value #MOST_KEY_BYTES} bytes.
   */
  public static @Nullable ByteBuffer keyToKeep(@Nullable ByteBuffer key) {
    return key == null || key.remaining() > MOST_KEY_BYTES ? null : ByteBufferUtil.clone(key);
  }

  /** The partition's token, hashed on the first call only. */
  public Token token() {
    Token known = token;
    if (known == null) {
      known = table.partitioner.getToken(Objects.requireNonNull(key));
      token = known;
    }
    return known;
  }

  /** A hash of its table and its token that clients cannot foresee. */
  public long secretHash() {
    return secretHash(table, token());
  }

  /** The same for any partition. */
  public static long secretHash(TableMetadata table, Token token) {
    return SecretHash.ofThisProcess().of(table.id.hashCode(), bitsOf(token));
  }

  /** A token in 64 bits, the same on every node: the token itself, or the hash of a longer one. */
  public static long bitsOf(Token token) {
    return token instanceof Murmur3Partitioner.LongToken ofMurmur3
        ? Platform.ofThisNode().valueOf(ofMurmur3)
        : Hashing.murmur3_128().hashUnencodedChars(token.toString()).asLong();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Partition partition
        && partition.table.id.equals(table.id)
        && Objects.equals(partition.key, key)
        && (key != null || partition.token().equals(token));
  }

  @Override
  public int hashCode() {
    return (int)
        (key == null ? secretHash() : SecretHash.ofThisProcess().of(table.id.hashCode(), key));
  }

  @Override
  public String toString() {
    return table
        + " "
        + (key == null ? "token " + token : Platform.ofThisNode().keyLiteral(table, key));
  }
}
