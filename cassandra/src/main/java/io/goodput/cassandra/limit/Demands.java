package io.goodput.cassandra.limit;

import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fault.Faults;
import io.goodput.core.limit.PartitionDemand;
import io.goodput.core.limit.PartitionLimits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
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
 */
final class Demands {

  private static final int VERSION = 2;

  /** Table, operation, token, the sender's operations per second, those of all others. */
  private static final int ENTRY_BYTES = 2 * Long.BYTES + 1 + Long.BYTES + 2 * Double.BYTES;

  /** As many partitions as a node shares; the busiest come first. */
  private static final int MAX_ENTRIES = PartitionLimits.SHARED_PARTITIONS;

  private final LimitedTables tables;
  private final PartitionLimits limits;
  private final PartitionNames names;
  private final Faults faults;
  private final Exchange.Channel channel;

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
    this.channel = exchange.open("demands", VERSION, this::receive);
  }

  /**
   * Computes this node's share of each limit anew, and reports its demands to the nodes that are
   * up. Called every {@link PartitionLimits#TICK_NANOS}, by one thread.
   */
  void tick() {
    Map<InetAddressAndPort, List<byte[]>> reports = new HashMap<>();
    List<PartitionDemand> demands = new ArrayList<>(limits.tick());
    demands.sort(Comparator.comparingDouble(PartitionDemand::total).reversed());
    for (PartitionDemand demand : demands) {
      // A table may be dropped meanwhile, which must not keep the other demands back.
      faults.guard("reporting a demand", () -> add(demand, reports));
    }
    reports.keySet().removeIf(node -> !FailureDetector.instance.isAlive(node));
    reports.forEach((node, entries) -> channel.send(message(entries), node));
  }

  private void add(PartitionDemand demand, Map<InetAddressAndPort, List<byte[]>> reports) {
    PartitionNames.Name name = names.of(demand.key());
    if (name == null) {
      return;
    }
    Set<InetAddressAndPort> replicas = Replicas.of(name.limit().table(), name.token());
    if (demand.perSecond() > 0) {
      byte[] entry = entry(name, demand.perSecond(), 0);
      for (InetAddressAndPort replica : replicas) {
        add(entry, replica, reports);
      }
    }
    for (Object node : demand.reported().keySet()) {
      InetAddressAndPort coordinator = (InetAddressAndPort) node;
      if (!replicas.contains(coordinator)) {
        double others = demand.withoutThatOf(coordinator);
        add(entry(name, demand.perSecond(), others), coordinator, reports);
      }
    }
  }

  private static void add(
      byte[] entry, InetAddressAndPort node, Map<InetAddressAndPort, List<byte[]>> reports) {
    if (!node.equals(FBUtilities.getBroadcastAddressAndPort())) {
      reports.computeIfAbsent(node, added -> new ArrayList<>()).add(entry);
    }
  }

  private static byte[] entry(PartitionNames.Name name, double perSecond, double others) {
    UUID table = name.limit().table().id.asUUID();
    return ByteBuffer.allocate(ENTRY_BYTES)
        .putLong(table.getMostSignificantBits())
        .putLong(table.getLeastSignificantBits())
        .put(name.limit().operation().code())
        .putLong(TableLimit.bitsOf(name.token()))
        .putDouble(perSecond)
        .putDouble(others)
        .array();
  }

  private static byte[] message(List<byte[]> entries) {
    List<byte[]> sent = entries.subList(0, Math.min(entries.size(), MAX_ENTRIES));
    ByteBuffer bytes = ByteBuffer.allocate(sent.size() * ENTRY_BYTES);
    sent.forEach(bytes::put);
    return bytes.array();
  }

  private void receive(ByteBuffer message, InetAddressAndPort from) {
    while (message.remaining() >= ENTRY_BYTES) {
      TableId table = TableId.fromUUID(new UUID(message.getLong(), message.getLong()));
      Operation operation = Operation.ofCode(message.get());
      long tokenBits = message.getLong();
      double perSecond = message.getDouble();
      double others = message.getDouble();
      TableLimit limit = tables.limit(table, operation);
      if (limit != null && isRate(perSecond) && isRate(others)) {
        long counter = limit.counterOf(tokenBits);
        limits.report(counter, limit.limit(), from, perSecond, others);
        Token token = limit.tokenOf(tokenBits);
        if (token != null) {
          // A replica may not see the requests themselves: Paxos has messages of its own.
          names.observe(limits.now(), counter, limit, token);
        }
      }
    }
  }

  /** False for NaN too. */
  private static boolean isRate(double perSecond) {
    return perSecond >= 0 && perSecond < Double.POSITIVE_INFINITY;
  }
}
