package io.goodput.cassandra.fair;

import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Request;
import io.goodput.core.fair.EffectiveLevel;
import java.util.List;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The tenant and the class of a request. A tenant is a service level, a role without one, or a
 * keyspace if clients do not log in. A class is a partition, or the kind of request on a table if
 * the request names no single partition.
 */
final class Contender {

  /** Keeps a level apart from a role of the same name. */
  private static final int LEVEL_SALT = 0x5bd1e995;

  private Contender() {}

  /** A well mixed hash of the tenant. */
  static int tenantOf(Request request, @Nullable EffectiveLevel level) {
    return level == null ? mixed(request.tenant().hashCode()) : tenantOf(level.name());
  }

  /** What a tenant of {@link #tenantOf(Request, EffectiveLevel)} is, in words for clients. */
  static String tenantKind(Request request, int tenant) {
    if (request.role() == null) {
      return "keyspace";
    }
    return tenant == tenantOf(request, null) ? "role" : "service level";
  }

  /** The tenant of the roles with a service level. */
  static int tenantOf(String level) {
    return mixed(LEVEL_SALT ^ level.hashCode());
  }

  /** A well mixed hash of the class and its tenant. */
  static int classOf(Request request, int tenant) {
    List<Partition> partitions = partitionsOf(request);
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

  /** The finalizer of MurmurHash3, by Austin Appleby, in the public domain. */
  private static int mixed(int value) {
    int h = value;
    h = (h ^ (h >>> 16)) * 0x85ebca6b;
    h = (h ^ (h >>> 13)) * 0xc2b2ae35;
    return h ^ (h >>> 16);
  }
}
