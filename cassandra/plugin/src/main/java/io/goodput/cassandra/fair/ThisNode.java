package io.goodput.cassandra.fair;

import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.level.ServiceLevels;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.processor.ProcessorTime;
import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.ProcessorUse;
import io.goodput.core.fair.ReplicaShares;
import io.goodput.core.fair.Stress;
import io.goodput.core.time.TimeSource;
import java.util.List;
import java.util.function.Consumer;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;

/** The node in this JVM. */
final class ThisNode implements FairNode {

  private final ServiceLevels levels;
  private final Exchange exchange;
  private final ProcessorTime processors = new ProcessorTime();

  ThisNode(ServiceLevels levels, Exchange exchange) {
    this.levels = levels;
    this.exchange = exchange;
  }

  @Override
  public String address() {
    return FBUtilities.getBroadcastNativeAddressAndPort().getHostAddress(false);
  }

  @Override
  public int requestThreads() {
    return DatabaseDescriptor.getNativeTransportMaxThreads();
  }

  @Override
  public TimeSource time() {
    return RequestClock.SOURCE;
  }

  @Override
  public ProcessorUse processors() {
    return processors.use();
  }

  @Override
  public List<InetAddressAndPort> replicas(Partition partition) {
    return Platform.ofThisNode()
        .replicas(partition.table().keyspace, partition.token())
        .endpointList();
  }

  @Override
  public @Nullable EffectiveLevel level(Request request) {
    return levels.of(request);
  }

  @Override
  public Consumer<Stress> exchange(ReplicaShares<InetAddressAndPort> replicas) {
    return new StressExchange(exchange, replicas)::tick;
  }
}
