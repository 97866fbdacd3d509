package io.goodput.cassandra.limit;

import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fault.Faults;
import io.goodput.core.limit.DemandReport;
import io.goodput.core.limit.PartitionDemand;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.limit.ReportSchedule;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.gms.FailureDetector;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.utils.FBUtilities;

/**
 * The demand for busy partitions, as nodes report it to each other: how many operations per second
 * each of them coordinates.
 *
 * <p>A node reports its own demand to the replicas of the partition. A replica reports the demand
 * of all others back to each coordinator that is no replica.
 *
 * <p>A message is a header and one entry for each partition, the busiest first. Messages wait for
 * the next tick, so that Cassandra's gossip stage, on which they arrive, does nothing else.
 */
final class Demands {

  private static final int VERSION = 3;

  /** Ticks until the next report, and ticks between the reports that the sender wants to get. */
  private static final int HEADER_BYTES = 2 * Integer.BYTES;

  /** Table, operation, token, the sender's operations per second, those of others. */
  private static final int ENTRY_BYTES = 2 * Long.BYTES + 1 + Long.BYTES + 2 * Double.BYTES;

  /** As many partitions as a node shares. */
  private static final int MAX_ENTRIES = PartitionLimits.SHARED_PARTITIONS;

  /** The longest time between two reports that a node may announce, in ticks: ten minutes. */
  private static final int MAX_INTERVAL = 12_000;

  /** Messages that may wait for a tick; a replacement for what is lost comes soon. */
  private static final int MAX_WAITING = 10 * ReportSchedule.MESSAGES_PER_SECOND;

  private final LimitedTables tables;
  private final PartitionLimits limits;
  private final PartitionNames names;
  private final Faults faults;
  private final Exchange.Channel channel;
  private final Queue<Received> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final ReportSchedule<InetAddressAndPort> schedule =
      new ReportSchedule<>(new SplittableRandom());

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
            "demands", VERSION, (message, from) -> waiting.offer(new Received(message, from)));
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
    Map<InetAddressAndPort, List<Entry>> reports = new HashMap<>();
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

  private void toReplicas(PartitionDemand demand, Map<InetAddressAndPort, List<Entry>> reports) {
    PartitionNames.Name name = names.of(demand.key());
    if (name != null) {
      for (InetAddressAndPort replica : Replicas.of(name.limit().table(), name.token())) {
        if (!replica.equals(FBUtilities.getBroadcastAddressAndPort())) {
          reports
              .computeIfAbsent(replica, added -> new ArrayList<>())
              .add(new Entry(name, demand, 0));
        }
      }
    }
  }

  private void send(InetAddressAndPort node, int interval, int wanted, List<Entry> entries) {
    for (PartitionDemand demand : limits.relayed(node)) {
      faults.guard("reporting the demand of others", () -> toCoordinator(node, demand, entries));
    }
    if (!entries.isEmpty() || informed.contains(node)) {
      channel.send(message(interval, wanted, entries), node);
    }
    if (entries.isEmpty()) {
      informed.remove(node);
    } else {
      informed.add(node);
    }
  }

  private void toCoordinator(InetAddressAndPort node, PartitionDemand demand, List<Entry> entries) {
    PartitionNames.Name name = names.of(demand.key());
    if (name != null && !Replicas.of(name.limit().table(), name.token()).contains(node)) {
      entries.add(new Entry(name, demand, demand.others()));
    }
  }

  private static byte[] message(int interval, int wanted, List<Entry> entries) {
    entries.sort(Comparator.comparingDouble(entry -> -entry.demand.load()));
    List<Entry> sent = entries.subList(0, Math.min(entries.size(), MAX_ENTRIES));
    ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + sent.size() * ENTRY_BYTES);
    bytes.putInt(interval).putInt(wanted);
    sent.forEach(entry -> entry.write(bytes));
    return bytes.array();
  }

  private void take(Received received) {
    faults.guard("reading a report", () -> read(received.message, received.from));
  }

  private void read(ByteBuffer message, InetAddressAndPort from) {
    int interval = message.getInt();
    int wanted = message.getInt();
    if (!isInterval(interval) || !isInterval(wanted)) {
      throw new IllegalArgumentException(
          from + " reports every " + interval + " ticks and wants reports every " + wanted);
    }
    List<PartitionDemand> demands = new ArrayList<>();
    while (message.remaining() >= ENTRY_BYTES) {
      TableId table = TableId.fromUUID(new UUID(message.getLong(), message.getLong()));
      Operation operation = Operation.ofCode(message.get());
      long tokenBits = message.getLong();
      double perSecond = message.getDouble();
      double others = message.getDouble();
      TableLimit limit = tables.limit(table, operation);
      if (limit != null && isRate(perSecond) && isRate(others)) {
        long counter = limit.counterOf(tokenBits);
        demands.add(new PartitionDemand(counter, limit.limit(), perSecond, others));
        Token token = limit.tokenOf(tokenBits);
        if (token != null) {
          // A replica may not see the requests themselves: Paxos has messages of its own.
          names.observe(limits.now(), counter, limit, token, null);
        }
      }
    }
    schedule.heard(from, wanted);
    limits.take(new DemandReport(from, interval, demands));
  }

  private static boolean isInterval(int ticks) {
    return ticks >= 1 && ticks <= MAX_INTERVAL;
  }

  /** False for NaN too. */
  private static boolean isRate(double perSecond) {
    return perSecond >= 0 && perSecond < Double.POSITIVE_INFINITY;
  }

  private record Received(ByteBuffer message, InetAddressAndPort from) {}

  /** A partition in a message. */
  private record Entry(PartitionNames.Name name, PartitionDemand demand, double others) {

    void write(ByteBuffer bytes) {
      UUID table = name.limit().table().id.asUUID();
      bytes
          .putLong(table.getMostSignificantBits())
          .putLong(table.getLeastSignificantBits())
          .put(name.limit().operation().code())
          .putLong(TableLimit.bitsOf(name.token()))
          .putDouble(demand.perSecond())
          .putDouble(others);
    }
  }
}
