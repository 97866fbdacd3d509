package io.goodput.cassandra.heat;

import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.core.heat.ReplicaHeats;
import io.goodput.core.time.TimeSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.locator.AbstractReplicationStrategy;
import org.apache.cassandra.locator.EndpointsForToken;
import org.apache.cassandra.locator.NetworkTopologyStrategy;
import org.apache.cassandra.locator.Replica;
import org.apache.cassandra.locator.ReplicaCollection;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.reads.AlwaysSpeculativeRetryPolicy;

/**
 * Orders the replicas of point reads by a random draw that follows the nodes' heat.
 *
 * <p>Thread-safe and lock-free. Allocates nothing unless the order of a read changes.
 */
final class ReadOrder {

  /** Shares that no read has used for this long are forgotten. */
  private static final long IDLE_NANOS = 60_000_000_000L;

  private final LocalNodes nodes;
  private final ReplicaHeats<LocalNode> heats;
  private final ConcurrentMap<ReplicaSet, WeightedReplicas> weighted = new ConcurrentHashMap<>();

  ReadOrder(LocalNodes nodes, ReplicaHeats<LocalNode> heats) {
    this.nodes = nodes;
    this.heats = heats;
  }

  /**
   * The order in which a request should read from the replicas of a partition.
   *
   * @param natural the replicas, as the replication strategy has them
   * @param near the same replicas, ordered by the configured snitch. This order stays among those
   *     that were drawn, among the others of this data center, and among all others.
   */
  <C extends ReplicaCollection<? extends C>> C of(
      Request request, EndpointsForToken natural, C near) {
    TableMetadata table = request.table();
    ConsistencyLevel consistency = request.consistency();
    if (request.kind() != RequestKind.READS
        || table == null
        || consistency == null
        || consistency.isSerialConsistency()) {
      return near;
    }
    AbstractReplicationStrategy strategy = Keyspace.open(table.keyspace).getReplicationStrategy();
    return isOf(strategy, natural)
        ? drawn(readOf(request), natural, near, contacted(table, consistency, strategy))
        : near;
  }

  private static PointRead readOf(Request request) {
    PointRead read = request.get(PointRead.SLOT);
    if (read == null) {
      read = new PointRead();
      request.set(PointRead.SLOT, read);
    }
    return read;
  }

  /** The order of a read that contacts this number of replicas at first. */
  <C extends ReplicaCollection<? extends C>> C drawn(
      PointRead read, EndpointsForToken natural, C near, int contacted) {
    ReplicaSet replicas = read.replicas();
    if (!fill(replicas, natural)) {
      return near;
    }
    replicas.contact(contacted);
    int drawn =
        weighted(replicas)
            .draw(TimeSource.system().monotonicNanos(), ThreadLocalRandom.current().nextDouble());
    if (drawn == 0) {
      return near;
    }
    read.draw(drawn);
    return isOrdered(near, read) ? near : near.sorted(read);
  }

  /**
   * Whether the replicas are those of the table that the request reads. Cassandra may read its own
   * tables on the same thread, such as the permissions of a role.
   */
  @SuppressWarnings("ReferenceEquality") // Each keyspace caches replicas of its own.
  private static boolean isOf(AbstractReplicationStrategy strategy, EndpointsForToken natural) {
    return !natural.isEmpty()
        && strategy.getNaturalReplicas(natural.token()).get(0) == natural.get(0);
  }

  /** Collects the replicas in this data center; false if there are none to draw from. */
  private boolean fill(ReplicaSet replicas, EndpointsForToken natural) {
    replicas.clear();
    for (int i = 0; i < natural.size(); i++) {
      Replica replica = natural.get(i);
      if (replica.isTransient()) {
        return false;
      }
      LocalNode node = nodes.live(replica.endpoint());
      if (node != null && !replicas.add(node)) {
        return false;
      }
    }
    return replicas.size() > 0;
  }

  /** How many replicas Cassandra contacts at first, in all data centers. */
  private static int contacted(
      TableMetadata table, ConsistencyLevel consistency, AbstractReplicationStrategy strategy) {
    if (consistency == ConsistencyLevel.EACH_QUORUM
        && strategy instanceof NetworkTopologyStrategy) {
      return ConsistencyLevel.localQuorumFor(strategy, DatabaseDescriptor.getLocalDataCenter());
    }
    boolean oneMore = table.params.speculativeRetry.equals(AlwaysSpeculativeRetryPolicy.INSTANCE);
    return consistency.blockFor(strategy) + (oneMore ? 1 : 0);
  }

  private WeightedReplicas weighted(ReplicaSet replicas) {
    WeightedReplicas known = weighted.get(replicas);
    return known == null ? added(replicas.copy()) : known;
  }

  private WeightedReplicas added(ReplicaSet replicas) {
    WeightedReplicas fresh =
        new WeightedReplicas(replicas, nodes.self(), heats, TimeSource.system().monotonicNanos());
    WeightedReplicas known = weighted.putIfAbsent(replicas, fresh);
    return known == null ? fresh : known;
  }

  private static boolean isOrdered(ReplicaCollection<?> replicas, PointRead read) {
    for (int i = 1; i < replicas.size(); i++) {
      if (read.compare(replicas.get(i - 1), replicas.get(i)) > 0) {
        return false;
      }
    }
    return true;
  }

  /** Brings the nodes' meters up to date; called once a second, by one thread. */
  void measure(Collection<LocalNode> of, long now) {
    Map<LocalNode, Reads> came = new HashMap<>();
    for (WeightedReplicas set : weighted.values()) {
      double reads = (double) set.newReads();
      if (reads == 0) {
        continue;
      }
      ReplicaSet replicas = set.replicas();
      for (int i = 0; i < replicas.size(); i++) {
        came.merge(replicas.node(i), new Reads(reads, reads * set.target(i, now)), Reads::plus);
      }
    }
    for (LocalNode node : of) {
      Reads reads = came.getOrDefault(node, Reads.NONE);
      node.meter().addSecond(reads.all, reads.wanted, (double) node.newReads());
    }
    weighted.values().removeIf(set -> set.idleNanos(now) > IDLE_NANOS);
  }

  /** Reads that a node could have served, and those that it should have served. */
  private record Reads(double all, double wanted) {

    static final Reads NONE = new Reads(0, 0);

    Reads plus(Reads other) {
      return new Reads(all + other.all, wanted + other.wanted);
    }
  }
}
