package io.goodput.cassandra.request;

import io.goodput.cassandra.platform.Platform;
import io.goodput.core.table.SecretHash;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * What a read asks for. Two reads with equal identities are identical: at the same moment,
 * Cassandra would give both the same answer. Immutable.
 *
 * <p>The role is a part, because of permissions and masks. So is the schema: after a change of the
 * table, its metadata and its prepared statements are other objects.
 */
public final class ReadIdentity {

  private static final Set<String> PAYLOAD_WITHOUT_EFFECT =
      Set.of("goodput.timeout_ms", "goodput.attempt");

  private static final Platform PLATFORM = Platform.ofThisNode();

  private static final long NO_TIME = Long.MIN_VALUE;

  /** The length of a value that is null. */
  private static final long NULL = -1;

  private final Object statement;
  private final TableMetadata table;
  private final List<ByteBuffer> values;
  private final ConsistencyLevel consistency;
  private final int pageSize;
  private final ProtocolVersion version;
  private final long nowInSeconds;
  private final @Nullable String keyspace;
  private final @Nullable Object user;
  private final boolean isUnmasked;
  private final int hash;

  /**
   * The identity of a read.
   *
   * @param statement the prepared statement, or the text of a simple one
   */
  private ReadIdentity(
      Object statement, SelectStatement select, QueryOptions options, ClientState client) {
    this.statement = statement;
    this.table = select.table;
    this.values = options.getValues();
    this.consistency = options.getConsistency();
    this.pageSize = options.getPageSize();
    this.version = options.getProtocolVersion();
    this.nowInSeconds = PLATFORM.nowInSeconds(options, NO_TIME);
    this.keyspace = options.getKeyspace() == null ? client.getRawKeyspace() : options.getKeyspace();
    this.user = client.getUser();
    this.isUnmasked = PLATFORM.seesUnmasked(client, table);
    // Clients choose these, so that they could choose reads of one bin if the hash left them out.
    this.hash =
        (int) SecretHash.ofThisProcess().of(hash(statement, values) ^ pageSize, nowInSeconds);
  }

  /**
   * The identity of a read; null if its answer cannot be shared: it is serial, continues an earlier
   * page, or calls a function whose result may differ at each call.
   */
  static @Nullable ReadIdentity of(
      Object statement, SelectStatement select, QueryOptions options, ClientState client) {
    ConsistencyLevel consistency = options.getConsistency();
    if (consistency == null
        || consistency.isSerialConsistency()
        || options.getPagingState() != null) {
      return null;
    }
    for (Function function : select.getFunctions()) {
      // uuid() says of itself that it is pure.
      boolean isConstant = function.argTypes().isEmpty() && !function.isAggregate();
      if (!function.isPure() || isConstant) {
        return null;
      }
    }
    return new ReadIdentity(statement, select, options, client);
  }

  /** Whether reads with this payload have the same answer as reads without one. */
  static boolean changesNoAnswer(Map<String, ByteBuffer> payload) {
    return PAYLOAD_WITHOUT_EFFECT.containsAll(payload.keySet());
  }

  /** A hash that identical reads share, and others rarely, whatever clients choose. */
  static long hash(Object statement, List<ByteBuffer> values) {
    SecretHash secret = SecretHash.ofThisProcess();
    long hash =
        statement instanceof String text ? secret.of(0, text) : System.identityHashCode(statement);
    for (int i = 0; i < values.size(); i++) {
      ByteBuffer value = values.get(i);
      hash = value == null ? secret.of(hash, NULL) : secret.of(hash, value);
    }
    return hash;
  }

  /** The memory that it takes, in bytes, roughly. */
  public long bytes() {
    long bytes = 200 + (statement instanceof String text ? 2L * text.length() : 0);
    for (ByteBuffer value : values) {
      bytes += 60 + (value == null ? 0 : value.remaining());
    }
    return bytes;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // an altered table and a new statement are others
  public boolean equals(@Nullable Object other) {
    return other instanceof ReadIdentity read
        && read.hash == hash
        && (read.statement == statement
            || (statement instanceof String && statement.equals(read.statement)))
        && read.table == table
        && read.consistency == consistency
        && read.pageSize == pageSize
        && read.version == version
        && read.nowInSeconds == nowInSeconds
        && read.isUnmasked == isUnmasked
        && Objects.equals(read.keyspace, keyspace)
        && Objects.equals(read.user, user)
        && areEqual(read.values, values);
  }

  /** An unset value has no bytes, and is not the same as an empty one. */
  @SuppressWarnings("ReferenceEquality") // Cassandra knows unset values by their object
  private static boolean areEqual(List<ByteBuffer> one, List<ByteBuffer> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      ByteBuffer a = one.get(i);
      ByteBuffer b = other.get(i);
      boolean isUnset = a == ByteBufferUtil.UNSET_BYTE_BUFFER;
      if (isUnset != (b == ByteBufferUtil.UNSET_BYTE_BUFFER) || !Objects.equals(a, b)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
