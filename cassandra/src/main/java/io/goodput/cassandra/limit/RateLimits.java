package io.goodput.cassandra.limit;

import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.Guard;
import io.goodput.core.limit.PartitionLimits;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.net.MessagingService;

/** The rate limits that this node enforces: the parts of this package, put together. */
public final class RateLimits {

  private final LimitedTables tables;
  private final PartitionLimits limits;
  private final PartitionNames names;
  private final Faults faults;
  private final OutgoingRequests outgoing;
  private final Demands demands;
  private final PartitionSeconds seconds;

  /** Limits without tables, until {@link #listen}. */
  public RateLimits(
      LimitedTables tables,
      PartitionLimits limits,
      PartitionNames names,
      Exchange exchange,
      Faults faults) {
    this.tables = tables;
    this.limits = limits;
    this.names = names;
    this.faults = faults;
    this.outgoing = new OutgoingRequests(faults);
    this.demands = new Demands(tables, limits, names, exchange, faults);
    this.seconds = new PartitionSeconds(limits);
  }

  /** Takes the limits from the schema, and follows its changes from now on. */
  public void listen() {
    tables.listen();
  }

  /** Takes part in the decisions of other nodes from now on. */
  public void listen(MessagingService messaging) {
    outgoing.listen(messaging);
    new ReplicaGate(tables, limits, names, faults).listen(messaging);
  }

  /** Decides on the requests that this node coordinates. */
  public Guard guard() {
    return new LimitGuard(tables, limits, names, outgoing);
  }

  /**
   * Shares the limits with other nodes, and counts the rates of partitions; called every {@link
   * PartitionLimits#TICK_NANOS}, by the thread that calls {@link #refresh}.
   */
  public void tick() {
    demands.tick();
    seconds.tick();
  }

  /**
   * Follows the size of the cluster, brings rates up to date, and forgets lost answers; called
   * about once a second.
   */
  public void refresh() {
    outgoing.expire();
    int clusterNodes = Math.max(1, Gossiper.instance.getEndpointCount());
    demands.setClusterNodes(clusterNodes);
    tables.refresh(limits.now(), clusterNodes);
    seconds.follow(tables.limits());
  }
}
