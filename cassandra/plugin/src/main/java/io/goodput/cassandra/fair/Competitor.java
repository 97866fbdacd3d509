package io.goodput.cassandra.fair;

import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Request;
import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.ReplicaShares;
import io.goodput.core.fair.ServiceLevel;
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
 * @param tenant a well mixed hash of the tenant
 * @param weight of the tenant, positive
 * @param partition a well mixed hash of the partition and its tenant
 * @param replicas the bits of the overloaded replicas that the request names
 */
record Competitor(int tenant, int weight, int partition, int replicas) {

  /** Keeps a level apart from a role of the same name. */
  private static final int LEVEL_SALT = 0x5bd1e995;

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
    return level == null ? mixed(request.tenant().hashCode()) : tenantOf(level.name());
  }

  /** What the tenant is, in words for clients. */
  String tenantKind(Request request) {
    if (request.role() == null) {
      return "keyspace";
    }
    return tenant == tenantOf(request, null) ? "role" : "service level";
  }

  /** The tenant of the roles with a service level. */
  static int tenantOf(String level) {
    return mixed(LEVEL_SALT ^ level.hashCode());
  }

  private static int partitionOf(Request request, List<Partition> partitions, int tenant) {
    if (partitions.size() == 1) {
      Partition only = partitions.get(0);
      return mixed(tenant + 31 * only.table().id.hashCode() + only.token().hashCode());
    }
    TableMetadata table = request.table();
    int ofTable = table == null ? 0 : table.id.hashCode();
    return mixed(tenant + 31 * ofTable + request.kind().name().hashCode());
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

  /** The finalizer of MurmurHash3, by Austin Appleby, in the public domain. */
  private static int mixed(int value) {
    int h = value;
    h = (h ^ (h >>> 16)) * 0x85ebca6b;
    h = (h ^ (h >>> 13)) * 0xc2b2ae35;
    return h ^ (h >>> 16);
  }
}
