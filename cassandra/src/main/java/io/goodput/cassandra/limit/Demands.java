package io.goodput.cassandra.limit;

import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fault.Faults;
import io.goodput.core.limit.PartitionDemand;
import io.goodput.core.limit.PartitionLimits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.cassandra.gms.FailureDetector;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.utils.FBUtilities;

/**
 * The demand for busy partitions, as nodes report it to each other: how many operations per second
 * each of them coordinates.
 *
 * <p>A node reports to the replicas of the partition, and to the nodes that have reported to it.
 */
final class Demands {

  private static final int VERSION = 1;

  /** Table, operation, token, operations per second. */
  private static final int ENTRY_BYTES = 2 * Long.BYTES + 1 + Long.BYTES + Double.BYTES;

  /** The demands that fit a small message; rarely are more partitions this busy at once. */
  private static final int MAX_ENTRIES = 256;

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
    for (PartitionDemand demand : limits.tick()) {
      // A table may be dropped meanwhile, which must not keep the other demands back.
      faults.guard("reporting a demand", () -> add(demand, reports));
    }
    reports.keySet().removeIf(node -> !FailureDetector.instance.isAlive(node));
    reports.forEach((node, entries) -> channel.send(message(entries), node));
  }

  private void add(PartitionDemand demand, Map<InetAddressAndPort, List<byte[]>> reports) {
    PartitionNames.Name name = names.of(demand.key());
    if (name != null) {
      byte[] entry = entry(name, demand.perSecond());
      for (InetAddressAndPort node : recipients(name, demand)) {
        reports.computeIfAbsent(node, added -> new ArrayList<>()).add(entry);
      }
    }
  }

  private static Set<InetAddressAndPort> recipients(
      PartitionNames.Name name, PartitionDemand demand) {
    Set<InetAddressAndPort> nodes = new HashSet<>(Replicas.of(name.limit().table(), name.token()));
    demand.reporters().forEach(node -> nodes.add((InetAddressAndPort) node));
    nodes.remove(FBUtilities.getBroadcastAddressAndPort());
    return nodes;
  }

  private static byte[] entry(PartitionNames.Name name, double perSecond) {
    UUID table = name.limit().table().id.asUUID();
    return ByteBuffer.allocate(ENTRY_BYTES)
        .putLong(table.getMostSignificantBits())
        .putLong(table.getLeastSignificantBits())
        .put(name.limit().operation().code())
        .putLong(TableLimit.bitsOf(name.token()))
        .putDouble(perSecond)
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
      TableLimit limit = tables.limit(table, operation);
      if (limit != null) {
        limits.report(limit.counterOf(tokenBits), limit.limit(), from, perSecond);
      }
    }
  }
}
