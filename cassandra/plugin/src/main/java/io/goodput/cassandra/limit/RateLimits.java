package io.goodput.cassandra.limit;

import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.Guard;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.Nanos;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.net.MessagingService;

/** The rate limits that this node enforces: the parts of this package, put together. */
public final class RateLimits {

  /** How soon after the end of a second its rates are counted at the latest. */
  public static final long SECONDS_TICK_NANOS = 10 * Nanos.PER_MILLI;

  private final LimitedTables tables;
  private final PartitionLimits limits;
  private final PartitionNames names;
  private final PartitionRejections rejections;
  private final Faults faults;
  private final OutgoingRequests outgoing;
  private final Demands demands;
  private final PartitionSeconds seconds;

  /** Limits without tables, until {@link #listen}. */
  public RateLimits(
      LimitedTables tables,
      PartitionLimits limits,
      PartitionNames names,
      PartitionRejections rejections,
      Exchange exchange,
      Faults faults) {
    this.tables = tables;
    this.limits = limits;
    this.names = names;
    this.rejections = rejections;
    this.faults = faults;
    this.outgoing = new OutgoingRequests(faults);
    this.demands = new Demands(tables, limits, names, exchange, faults);
    this.seconds = new PartitionSeconds(tables, limits);
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
    return new LimitGuard(tables, limits, names, rejections, outgoing);
  }

  /** Shares the limits with other nodes; called every {@link PartitionLimits#TICK_NANOS}. */
  public void tick() {
    demands.tick();
  }

  /**
   * Counts the rates of partitions in the second that has ended, if one has; called every {@link
   * #SECONDS_TICK_NANOS}, by one thread.
   */
  public void tickSeconds() {
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
    rejections.refresh();
  }
}
