package io.goodput.cassandra.limit;

import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.Partition;
import io.goodput.core.limit.DemandReport;
import io.goodput.core.limit.PartitionDemand;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.limit.ReportSchedule;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.gms.FailureDetector;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.utils.FBUtilities;

/**
 * The demand for busy partitions, as nodes report it to each other: how many operations per second
 * each of them coordinates.
 *
 * <p>A node reports its own demand to the replicas of the partition. A replica reports the demand
 * of all others back to each coordinator that is no replica.
 *
 * <p>Each report is a {@link DemandMessage}. Messages wait for the next tick, so that Cassandra's
 * gossip stage, on which they arrive, does nothing else.
 */
final class Demands {

  /** Messages that may wait for a tick; a replacement for what is lost comes soon. */
  private static final int MAX_WAITING = 10 * ReportSchedule.MESSAGES_PER_SECOND;

  private final LimitedTables tables;
  private final PartitionLimits limits;
  private final PartitionNames names;
  private final Faults faults;
  private final Exchange.Channel channel;
  private final Queue<Received> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final ReportSchedule<InetAddressAndPort> schedule =
      new ReportSchedule<>(bound -> ThreadLocalRandom.current().nextInt(bound));

  /** Nodes whose last report from this node names a partition. */
  private final Set<InetAddressAndPort> informed = new HashSet<>();

  Demands(
      LimitedTables tables,
      PartitionLimits limits,
      PartitionNames names,
      Exchange exchange,
      Faults faults) {
    this.tables = tables;
    this.limits = limits;
    this.names = names;
    this.faults = faults;
    this.channel =
        exchange.open(
            "demands",
            DemandMessage.VERSION,
            (message, from) -> waiting.offer(new Received(message, from)));
  }

  /** Sets the number of nodes in the cluster, 1 or more; called by the thread of the ticks. */
  void setClusterNodes(int nodes) {
    schedule.setClusterNodes(nodes);
  }

  /**
   * Computes this node's share of each limit anew, and reports its demands to the nodes that are
   * up. Called every {@link PartitionLimits#TICK_NANOS}, by one thread.
   */
  void tick() {
    for (Received message = waiting.poll(); message != null; message = waiting.poll()) {
      take(message);
    }
    Map<InetAddressAndPort, List<DemandMessage.Entry>> reports = new HashMap<>();
    informed.forEach(node -> reports.put(node, new ArrayList<>()));
    for (PartitionDemand demand : limits.tick()) {
      // A table may be dropped meanwhile, which must not keep the other demands back.
      faults.guard("reporting a demand", () -> toReplicas(demand, reports));
    }
    for (Object reporter : limits.reporters()) {
      reports.computeIfAbsent((InetAddressAndPort) reporter, added -> new ArrayList<>());
    }
    reports.keySet().removeIf(node -> !FailureDetector.instance.isAlive(node));
    int wanted = schedule.wantedInterval();
    schedule
        .next(reports.keySet())
        .forEach(
            (node, interval) ->
                send(node, interval, wanted, reports.getOrDefault(node, new ArrayList<>())));
  }

  private void toReplicas(
      PartitionDemand demand, Map<InetAddressAndPort, List<DemandMessage.Entry>> reports) {
    PartitionNames.Name name = names.of(demand.key());
    if (name != null) {
      for (InetAddressAndPort replica : NodeReplicas.of(name.limit().table(), name.token())) {
        if (!replica.equals(FBUtilities.getBroadcastAddressAndPort())) {
          reports.computeIfAbsent(replica, added -> new ArrayList<>()).add(entry(name, demand, 0));
        }
      }
    }
  }

  private void send(
      InetAddressAndPort node, int interval, int wanted, List<DemandMessage.Entry> entries) {
    for (PartitionDemand demand : limits.relayed(node)) {
      faults.guard("reporting the demand of others", () -> toCoordinator(node, demand, entries));
    }
    if (!entries.isEmpty() || informed.contains(node)) {
      channel.send(new DemandMessage(interval, wanted, entries).bytes(), node);
    }
    if (entries.isEmpty()) {
      informed.remove(node);
    } else {
      informed.add(node);
    }
  }

  private void toCoordinator(
      InetAddressAndPort node, PartitionDemand demand, List<DemandMessage.Entry> entries) {
    PartitionNames.Name name = names.of(demand.key());
    if (name != null && !NodeReplicas.of(name.limit().table(), name.token()).contains(node)) {
      entries.add(entry(name, demand, demand.others()));
    }
  }

  private static DemandMessage.Entry entry(
      PartitionNames.Name name, PartitionDemand demand, double others) {
    return new DemandMessage.Entry(
        name.limit().table().id,
        name.limit().operation(),
        Partition.bitsOf(name.token()),
        demand.perSecond(),
        others,
        demand.load());
  }

  private void take(Received received) {
    faults.guard("reading a report", () -> read(received.message, received.from));
  }

  private void read(ByteBuffer bytes, InetAddressAndPort from) {
    DemandMessage message = DemandMessage.read(bytes);
    List<PartitionDemand> demands = new ArrayList<>();
    for (DemandMessage.Entry entry : message.entries()) {
      TableLimit limit = tables.limitOfBits(entry.table(), entry.operation(), entry.tokenBits());
      if (limit != null) {
        long counter = limit.counterOf(entry.tokenBits());
        demands.add(new PartitionDemand(counter, limit.limit(), entry.perSecond(), entry.others()));
        Token token = limit.tokenOf(entry.tokenBits());
        if (token != null) {
          // A replica may not see the requests themselves: Paxos has messages of its own.
          names.observe(limits.now(), counter, limit, token, null);
        }
      }
    }
    schedule.heard(from, message.wanted());
    limits.take(new DemandReport(from, message.interval(), demands));
  }

  private record Received(ByteBuffer message, InetAddressAndPort from) {}
}
