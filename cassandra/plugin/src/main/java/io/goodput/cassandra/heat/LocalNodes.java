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

/** The nodes of this data center, this one included, as gossip knows them. Thread-safe. */
final class LocalNodes {

  private final ConcurrentMap<InetAddressAndPort, LocalNode> all = new ConcurrentHashMap<>();
  private volatile Map<InetAddressAndPort, LocalNode> live = Map.of();

  /** Asks gossip which nodes are up. */
  void refresh() {
    IEndpointSnitch snitch = DatabaseDescriptor.getEndpointSnitch();
    String here = snitch.getLocalDatacenter();
    Set<InetAddressAndPort> members = new HashSet<>(Gossiper.instance.getLiveMembers());
    members.removeIf(address -> !here.equals(snitch.getDatacenter(address)));
    live(members);
  }

  /** Sets the nodes that are up. */
  void live(Set<InetAddressAndPort> addresses) {
    live = addresses.stream().collect(Collectors.toUnmodifiableMap(Function.identity(), this::of));
  }

  /** The node at this address if it is up and in this data center; else null. */
  @Nullable LocalNode live(InetAddressAndPort address) {
    return live.get(address);
  }

  /** The nodes that are up. */
  Collection<LocalNode> live() {
    return live.values();
  }

  /** All nodes that have ever been up. */
  Collection<LocalNode> all() {
    return all.values();
  }

  /** The node at this address, up or not. */
  LocalNode of(InetAddressAndPort address) {
    LocalNode known = all.get(address);
    return known == null ? all.computeIfAbsent(address, LocalNode::new) : known;
  }

  /** This node. */
  LocalNode self() {
    return of(FBUtilities.getBroadcastAddressAndPort());
  }

  /** How often this node drew a replica for a read, itself included. */
  long drawnReads() {
    return all.values().stream().mapToLong(node -> node.reads().sum()).sum();
  }

  /** A number that grows with each start of the node; null while gossip does not know it. */
  static @Nullable Integer generation(LocalNode node) {
    EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(node.address());
    return state == null ? null : state.getHeartBeatState().getGeneration();
  }
}
