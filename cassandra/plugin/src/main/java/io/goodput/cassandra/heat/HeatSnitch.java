package io.goodput.cassandra.heat;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.Request;
import java.net.InetSocketAddress;
import java.util.Set;
import org.apache.cassandra.locator.EndpointsForToken;
import org.apache.cassandra.locator.IEndpointSnitch;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.Replica;
import org.apache.cassandra.locator.ReplicaCollection;

/**
 * Wraps the configured snitch and orders the replicas of point reads by heat. Everything else is
 * left to the configured snitch. Thread-safe.
 */
final class HeatSnitch implements IEndpointSnitch {

  private final IEndpointSnitch configured;
  private final ReadOrder order;
  private final Runnable beforeJoining;
  private final Faults faults;

  /**
   * Wraps a snitch.
   *
   * @param beforeJoining runs when this node starts, before it joins the others
   */
  HeatSnitch(IEndpointSnitch configured, ReadOrder order, Runnable beforeJoining, Faults faults) {
    this.configured = configured;
    this.order = order;
    this.beforeJoining = beforeJoining;
    this.faults = faults;
  }

  /** The wrapped snitch. */
  IEndpointSnitch configured() {
    return configured;
  }

  @Override
  public <C extends ReplicaCollection<? extends C>> C sortedByProximity(
      InetAddressAndPort address, C replicas) {
    C near = configured.sortedByProximity(address, replicas);
    // Cassandra orders the replicas of a read on the request's own thread.
    Request request = CurrentRequest.get();
    if (request == null || !(replicas instanceof EndpointsForToken natural)) {
      return near;
    }
    try {
      return order.of(request, natural, near);
    } catch (Throwable e) {
      faults.report("ordering the replicas of a read", e);
      return near;
    }
  }

  @Override
  public int compareEndpoints(InetAddressAndPort target, Replica one, Replica other) {
    return configured.compareEndpoints(target, one, other);
  }

  @Override
  public String getRack(InetAddressAndPort endpoint) {
    return configured.getRack(endpoint);
  }

  @Override
  public String getLocalRack() {
    return configured.getLocalRack();
  }

  @Override
  public String getDatacenter(InetAddressAndPort endpoint) {
    return configured.getDatacenter(endpoint);
  }

  @Override
  public String getLocalDatacenter() {
    return configured.getLocalDatacenter();
  }

  @Override
  public String getDatacenter(InetSocketAddress endpoint) {
    return configured.getDatacenter(endpoint);
  }

  @Override
  public String getDatacenter(Replica replica) {
    return configured.getDatacenter(replica);
  }

  @Override
  public void gossiperStarting() {
    faults.guard("waiting for a warm cache", beforeJoining);
    configured.gossiperStarting();
  }

  @Override
  public boolean isWorthMergingForRangeQuery(
      ReplicaCollection<?> merged, ReplicaCollection<?> one, ReplicaCollection<?> other) {
    return configured.isWorthMergingForRangeQuery(merged, one, other);
  }

  @Override
  public boolean validate(Set<String> datacenters, Set<String> racks) {
    return configured.validate(datacenters, racks);
  }
}
