package io.goodput.cassandra.fair;

import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.core.fair.ReplicaShares;
import io.goodput.core.fair.Stress;
import java.util.Set;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * Tells the other nodes of the data center how an overload of this node goes, and hears the same
 * from them. A node that is not overloaded sends nothing.
 *
 * <p>The start and the end are told at once. In between, each node is told ten times per second, or
 * less often if they are more than a hundred.
 */
final class StressExchange {

  private static final int MESSAGES_PER_SECOND = 1_000;
  private static final double TICKS_PER_SECOND = 1e9 / FairGuard.TICK_NANOS;

  private final Exchange.Channel channel;
  private final ReplicaShares<InetAddressAndPort> replicas;
  private Stress told = Stress.NONE;
  private double saved;

  StressExchange(Exchange exchange, ReplicaShares<InetAddressAndPort> replicas) {
    this.replicas = replicas;
    this.channel =
        exchange.open(
            "stress",
            StressMessage.VERSION,
            (message, from) ->
                replicas.hear(from, StressMessage.read(message), RequestClock.now()));
  }

  /** Tells the others if it is time; called at each tick, by one thread. */
  void tick(Stress now) {
    if (now.isNone() && told.isNone() && !replicas.areLimited()) {
      return;
    }
    Set<InetAddressAndPort> others = Platform.ofThisNode().otherLiveNodesHere();
    replicas.setCoordinators(others.size());
    if (now.isNone() && told.isNone()) {
      return;
    }
    saved = Math.min(others.size(), saved + MESSAGES_PER_SECOND / TICKS_PER_SECOND);
    boolean isNews = now.isNone() != told.isNone();
    if (!isNews && saved < others.size()) {
      return;
    }
    saved = 0;
    told = now;
    byte[] message = StressMessage.of(now);
    others.forEach(node -> channel.send(message, node));
  }
}
