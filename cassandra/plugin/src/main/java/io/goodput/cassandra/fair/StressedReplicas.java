package io.goodput.cassandra.fair;

import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Request;
import io.goodput.core.fair.ReplicaShares;
import java.util.List;
import org.apache.cassandra.locator.EndpointsForRange;
import org.apache.cassandra.locator.InetAddressAndPort;

/** The overloaded replicas of the partitions that a request names. */
final class StressedReplicas {

  private StressedReplicas() {}

  /** Their bits; zero for a request that names no partition. */
  static int of(Request request, ReplicaShares<InetAddressAndPort> shares) {
    if (!shares.areLimited()) {
      return 0;
    }
    int bits = 0;
    List<Partition> partitions = Contender.partitionsOf(request);
    for (int i = 0; i < partitions.size(); i++) {
      bits |= of(partitions.get(i), shares);
    }
    return bits;
  }

  private static int of(Partition partition, ReplicaShares<InetAddressAndPort> shares) {
    EndpointsForRange replicas =
        Platform.ofThisNode().replicas(partition.table().keyspace, partition.token());
    int bits = 0;
    for (int i = 0; i < replicas.size(); i++) {
      bits |= shares.bitOf(replicas.get(i).endpoint());
    }
    return bits;
  }
}
