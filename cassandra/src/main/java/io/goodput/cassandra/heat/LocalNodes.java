package io.goodput.cassandra.heat;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.locator.IEndpointSnitch;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;

/** The nodes of this data centre that are up, this one included, as gossip has them. */
final class LocalNodes {

  /** Every node that was ever up. */
  private final ConcurrentMap<InetAddressAndPort, LocalNode> all = new ConcurrentHashMap<>();

  private volatile Map<InetAddressAndPort, LocalNode> live = Map.of();

  /** Asks gossip anew. */
  void refresh() {
    IEndpointSnitch snitch = DatabaseDescriptor.getEndpointSnitch();
    String here = snitch.getLocalDatacenter();
    Map<InetAddressAndPort, LocalNode> up = new HashMap<>();
    for (InetAddressAndPort address : Gossiper.instance.getLiveMembers()) {
      if (here.equals(snitch.getDatacenter(address))) {
        up.put(address, of(address));
      }
    }
    live = up;
  }

  /** The node if it is in this data centre and up; null if not. */
  @Nullable LocalNode live(InetAddressAndPort address) {
    return live.get(address);
  }

  Collection<LocalNode> live() {
    return live.values();
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
