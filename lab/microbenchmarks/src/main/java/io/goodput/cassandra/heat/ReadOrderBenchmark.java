package io.goodput.cassandra.heat;

import io.goodput.core.heat.HeatReport;
import io.goodput.core.heat.LockInPrevention;
import io.goodput.core.heat.ReplicaHeats;
import io.goodput.core.time.TimeSource;
import io.goodput.lab.microbenchmarks.BenchmarkDefaults;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.locator.EndpointsForToken;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.Replica;
import org.apache.cassandra.utils.FBUtilities;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Orders the replicas of one read, which contacts two of three replicas. One replica is cold, and
 * one is this node.
 *
 * <p>Requires Cassandra's jars on the class path. Lives in this package because {@link ReadOrder}
 * is package-private.
 */
@State(Scope.Thread)
public class ReadOrderBenchmark extends BenchmarkDefaults {

  private static final long DAY = 86_400_000_000_000L;

  private final PointRead read = new PointRead();
  private final ReadOrder order;
  private final EndpointsForToken replicas;

  /** Sets up one cold replica; the others are warm. */
  public ReadOrderBenchmark() {
    DatabaseDescriptor.clientInitialization();
    List<InetAddressAndPort> addresses =
        List.of(
            FBUtilities.getBroadcastAddressAndPort(),
            InetAddressAndPort.getByAddress(new InetSocketAddress("127.0.0.2", 7000)),
            InetAddressAndPort.getByAddress(new InetSocketAddress("127.0.0.3", 7000)));
    LocalNodes nodes = new LocalNodes();
    nodes.live(Set.copyOf(addresses));
    ReplicaHeats<LocalNode> heats = new ReplicaHeats<>(LockInPrevention.DEFAULT);
    List<Replica> all = new ArrayList<>();
    for (InetAddressAndPort address : addresses) {
      double hitRate = all.isEmpty() ? 0.1 : 0.8;
      heats.report(
          nodes.of(address),
          new HeatReport(1, DAY, 1_000, hitRate, 100, 0),
          TimeSource.system().monotonicNanos());
      all.add(Replica.fullReplica(address, new LongToken(0), new LongToken(1)));
    }
    order = new ReadOrder(nodes, heats);
    replicas = EndpointsForToken.copyOf(new LongToken(1), all);
  }

  /** Does not include the work of the configured snitch. */
  @Benchmark
  public EndpointsForToken order() {
    return order.drawn(read, replicas, replicas, 2);
  }
}
