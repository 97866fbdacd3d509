package io.goodput.cassandra.fair;

import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.NodeShares;
import io.goodput.core.table.SecretHash;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What has no share left: a tenant or one of its partitions, on this node or on a replica.
 *
 * @param refusal what {@link NodeShares#enter} has returned
 * @param competitor whose request was refused first
 * @param tenantName a service level, a role without one, or a keyspace if clients do not log in
 * @param tenantKind {@code role}, {@code service level}, or {@code keyspace}
 * @param table null if a tenant is meant, or a batch
 * @param token null if a kind of request is meant, and not one partition
 * @param key null too if it is longer than {@value Partition#MOST_KEY_BYTES} bytes or not known
 */
public record Refused(
    int refusal,
    Competitor competitor,
    String tenantName,
    String tenantKind,
    RequestKind kind,
    @Nullable TableMetadata table,
    @Nullable Token token,
    @Nullable ByteBuffer key) {

  /**
   * What a request has been refused for. Copies what belongs to the request.
   *
   * @param level that of the role, which is the tenant then; null if it has none
   */
  static Refused of(
      int refusal, Request request, @Nullable EffectiveLevel level, Competitor competitor) {
    List<Partition> partitions = isTenant(refusal) ? List.of() : Competitor.partitionsOf(request);
    Partition only = partitions.size() == 1 ? partitions.get(0) : null;
    return new Refused(
        refusal,
        competitor,
        level == null ? request.tenant() : level.name(),
        level != null ? "service level" : request.role() == null ? "keyspace" : "role",
        request.kind(),
        isTenant(refusal) ? null : only == null ? request.table() : only.table(),
        only == null ? null : only.token(),
        Partition.keyToKeep(only == null ? null : only.key()));
  }

  private static boolean isTenant(int refusal) {
    return refusal == NodeShares.TENANT_REFUSED || refusal == NodeShares.TENANT_REFUSED_FOR_REPLICA;
  }

  /** Whether a tenant is meant, and not one of its partitions. */
  public boolean isTenant() {
    return isTenant(refusal);
  }

  /** Whether a replica is overloaded, and not this node. */
  public boolean isForReplica() {
    return refusal == NodeShares.TENANT_REFUSED_FOR_REPLICA
        || refusal == NodeShares.CLASS_REFUSED_FOR_REPLICA;
  }

  /** A hash of what is meant. A tenant is the same, whichever partition the request names. */
  static long hash(int refusal, Competitor competitor) {
    int tenant = competitor.tenant();
    long what = isTenant(refusal) ? tenant : (long) competitor.partition() << Integer.SIZE ^ tenant;
    return SecretHash.ofThisProcess().of(refusal, what);
  }
}
