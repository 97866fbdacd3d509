package io.goodput.cassandra.heat;

import io.goodput.core.heat.Cures;
import io.goodput.core.heat.HeatReport;
import io.goodput.core.heat.ReplicaHeats;
import io.goodput.core.time.TimeSource;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.locator.EndpointsForToken;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.Replica;
import org.apache.cassandra.utils.FBUtilities;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the order of one read costs: three replicas, one of them cold and one this node, two
 * contacted. In the package of what it measures, and with Cassandra's jars on the class path.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ReadOrderBenchmark {

  private static final long DAY = 86_400_000_000_000L;

  private final PointRead read = new PointRead();
  private final ReadOrder order;
  private final EndpointsForToken replicas;

  /** One cold replica. */
  public ReadOrderBenchmark() {
    DatabaseDescriptor.clientInitialization();
    List<InetAddressAndPort> addresses =
        List.of(
            FBUtilities.getBroadcastAddressAndPort(),
            InetAddressAndPort.getByAddress(new InetSocketAddress("127.0.0.2", 7000)),
            InetAddressAndPort.getByAddress(new InetSocketAddress("127.0.0.3", 7000)));
    LocalNodes nodes = new LocalNodes();
    nodes.live(Set.copyOf(addresses));
    ReplicaHeats<LocalNode> heats = new ReplicaHeats<>(Cures.DEFAULT);
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

  /** Without what Cassandra asks the configured snitch for. */
  @Benchmark
  public EndpointsForToken order() {
    return order.drawn(read, replicas, replicas, 2);
  }
}
