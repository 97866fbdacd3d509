package io.goodput.cassandra.heat;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.locator.IEndpointSnitch;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;

/** The nodes of this data centre that are up, this one included, as gossip has them. */
final class LocalNodes {

  private final ConcurrentMap<InetAddressAndPort, LocalNode> all = new ConcurrentHashMap<>();

  private volatile Map<InetAddressAndPort, LocalNode> live = Map.of();

  /** Asks gossip anew. */
  void refresh() {
    IEndpointSnitch snitch = DatabaseDescriptor.getEndpointSnitch();
    String here = snitch.getLocalDatacenter();
    Set<InetAddressAndPort> members = new HashSet<>(Gossiper.instance.getLiveMembers());
    members.removeIf(address -> !here.equals(snitch.getDatacenter(address)));
    live(members);
  }

  /** Takes these to be the nodes that are up. */
  void live(Set<InetAddressAndPort> addresses) {
    live = addresses.stream().collect(Collectors.toUnmodifiableMap(Function.identity(), this::of));
  }

  /** The node if it is in this data centre and up; null if not. */
  @Nullable LocalNode live(InetAddressAndPort address) {
    return live.get(address);
  }

  Collection<LocalNode> live() {
    return live.values();
  }

  /** Every node that was ever up. */
  Collection<LocalNode> all() {
    return all.values();
  }

  /** The node at this address, whether up or not. */
  LocalNode of(InetAddressAndPort address) {
    LocalNode known = all.get(address);
    return known == null ? all.computeIfAbsent(address, LocalNode::new) : known;
  }

  LocalNode self() {
    return of(FBUtilities.getBroadcastAddressAndPort());
  }

  /** Replicas that reads which this node coordinated were sent to, itself included. */
  long drawnReads() {
    return all.values().stream().mapToLong(node -> node.reads().sum()).sum();
  }

  /** Grows with every start of the node; null while gossip knows none. */
  static @Nullable Integer generation(LocalNode node) {
    EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(node.address());
    return state == null ? null : state.getHeartBeatState().getGeneration();
  }
}
