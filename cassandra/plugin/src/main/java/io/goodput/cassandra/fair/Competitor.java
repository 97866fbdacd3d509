package io.goodput.cassandra.fair;

import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Request;
import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.ReplicaShares;
import io.goodput.core.fair.ServiceLevel;
import io.goodput.core.table.SecretHash;
import java.util.List;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Who competes for a share of the node: a tenant, and one of its partitions. A tenant is a service
 * level, a role without one, or a keyspace if clients do not log in. Requests that name no single
 * partition compete by their kind and table instead.
 *
 * @param tenant a secret hash of the tenant
 * @param weight of the tenant, positive
 * @param partition a secret hash of the partition and its tenant
 * @param replicas the bits of the overloaded replicas that the request names
 */
record Competitor(int tenant, int weight, int partition, int replicas) {

  private static final SecretHash SECRET = SecretHash.ofThisProcess();

  /** What comes before the names, to keep a level apart from a role of the same name. */
  private static final long LEVEL = 1;

  private static final long ROLE = 2;

  /** Who sends a request. */
  static Competitor of(Request request, FairNode node, ReplicaShares<InetAddressAndPort> shares) {
    EffectiveLevel level = node.level(request);
    int tenant = tenantOf(request, level);
    List<Partition> partitions = partitionsOf(request);
    return new Competitor(
        tenant,
        level == null ? ServiceLevel.MOST_SHARES : level.shares(),
        partitionOf(request, partitions, tenant),
        shares.areLimited() ? replicasOf(partitions, node, shares) : 0);
  }

  private static int tenantOf(Request request, @Nullable EffectiveLevel level) {
    return level == null ? (int) SECRET.of(ROLE, request.tenant()) : tenantOf(level.name());
  }

  /** The tenant of the roles with a service level. */
  static int tenantOf(String level) {
    return (int) SECRET.of(LEVEL, level);
  }

  private static int partitionOf(Request request, List<Partition> partitions, int tenant) {
    if (partitions.size() == 1) {
      return (int) SECRET.of(tenant, partitions.get(0).secretHash());
    }
    TableMetadata table = request.table();
    long ofTable = table == null ? 0 : table.id.hashCode();
    return (int) SECRET.of(tenant, ofTable << Integer.SIZE ^ request.kind().name().hashCode());
  }

  /** The partitions that the request names; none if it is invalid. */
  static List<Partition> partitionsOf(Request request) {
    try {
      return request.partitions();
    } catch (RequestValidationException | RequestExecutionException e) {
      // Cassandra fails in the same way and tells the client why.
      return List.of();
    }
  }

  private static int replicasOf(
      List<Partition> partitions, FairNode node, ReplicaShares<InetAddressAndPort> shares) {
    int bits = 0;
    for (int i = 0; i < partitions.size(); i++) {
      List<InetAddressAndPort> replicas = node.replicas(partitions.get(i));
      for (int j = 0; j < replicas.size(); j++) {
        bits |= shares.bitOf(replicas.get(j));
      }
    }
    return bits;
  }
}
