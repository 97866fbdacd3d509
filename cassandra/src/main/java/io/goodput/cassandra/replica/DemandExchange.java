package io.goodput.cassandra.replica;

import io.goodput.cassandra.limit.Faults;
import io.goodput.cassandra.limit.Kind;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.limit.Replicas;
import io.goodput.cassandra.limit.Series;
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
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.net.NoPayload;
import org.apache.cassandra.net.Verb;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.utils.FBUtilities;

/**
 * Tells the other nodes what this one is asked for of busy partitions, and listens to what they
 * tell: those that hold the partition, and those that have told this node about it.
 *
 * <p>The demands travel in a header parameter of an echo request, a message that every Cassandra
 * node knows. A node with the plug-in takes them out and goes no further; one without it answers
 * the echo, and nobody waits for that.
 */
public final class DemandExchange {

  private static final String DEMANDS = "goodput-demands";

  /** Table, kind, token, operations per second. */
  private static final int ENTRY_BYTES = 2 * Long.BYTES + 1 + Long.BYTES + Double.BYTES;

  /** So many demands fit a small message; there are few partitions that are this busy at once. */
  private static final int MAX_ENTRIES = 256;

  private final LimitedTables tables;
  private final PartitionLimits limits;
  private final PartitionNames names;
  private final Faults faults;

  public DemandExchange(
      LimitedTables tables, PartitionLimits limits, PartitionNames names, Faults faults) {
    this.tables = tables;
    this.limits = limits;
    this.names = names;
    this.faults = faults;
  }

  /** Listens from now on. */
  public void follow(MessagingService messaging) {
    messaging.inboundSink.add(
        message -> {
          if (message.verb() != Verb.ECHO_REQ || message.header.customParams() == null) {
            return true;
          }
          byte[] demands = message.header.customParams().get(DEMANDS);
          if (demands == null) {
            return true;
          }
          faults.guard("reading demands", () -> read(ByteBuffer.wrap(demands), message.from()));
          return false;
        });
  }

  /**
   * Works out this node's shares anew, and tells its demands to nodes that are up; to be called at
   * every tick.
   */
  public void tick(MessagingService messaging) {
    Map<InetAddressAndPort, List<byte[]>> told = new HashMap<>();
    for (PartitionDemand demand : limits.tick()) {
      // A table may have been dropped in between; the demands on others are to be told all the
      // same.
      faults.guard("telling a demand", () -> add(demand, told));
    }
    told.keySet().removeIf(node -> !FailureDetector.instance.isAlive(node));
    told.forEach((node, entries) -> messaging.send(message(entries), node));
  }

  private void add(PartitionDemand demand, Map<InetAddressAndPort, List<byte[]>> told) {
    PartitionNames.Name name = names.of(demand.key());
    if (name != null) {
      byte[] entry = entry(name, demand.perSecond());
      for (InetAddressAndPort node : interested(name, demand)) {
        told.computeIfAbsent(node, added -> new ArrayList<>()).add(entry);
      }
    }
  }

  private static Set<InetAddressAndPort> interested(
      PartitionNames.Name name, PartitionDemand demand) {
    Set<InetAddressAndPort> nodes = new HashSet<>(Replicas.of(name.series().table(), name.token()));
    demand.reporters().forEach(node -> nodes.add((InetAddressAndPort) node));
    nodes.remove(FBUtilities.getBroadcastAddressAndPort());
    return nodes;
  }

  private static byte[] entry(PartitionNames.Name name, double perSecond) {
    UUID table = name.series().table().id.asUUID();
    return ByteBuffer.allocate(ENTRY_BYTES)
        .putLong(table.getMostSignificantBits())
        .putLong(table.getLeastSignificantBits())
        .put(name.series().kind().code())
        .putLong(Series.bitsOf(name.token()))
        .putDouble(perSecond)
        .array();
  }

  private static Message<NoPayload> message(List<byte[]> entries) {
    List<byte[]> sent = entries.subList(0, Math.min(entries.size(), MAX_ENTRIES));
    ByteBuffer bytes = ByteBuffer.allocate(sent.size() * ENTRY_BYTES);
    sent.forEach(bytes::put);
    return Message.builder(Message.out(Verb.ECHO_REQ, NoPayload.noPayload))
        .withCustomParam(DEMANDS, bytes.array())
        .build();
  }

  private void read(ByteBuffer demands, InetAddressAndPort from) {
    while (demands.remaining() >= ENTRY_BYTES) {
      TableId table = TableId.fromUUID(new UUID(demands.getLong(), demands.getLong()));
      Kind kind = Kind.ofCode(demands.get());
      long tokenBits = demands.getLong();
      double perSecond = demands.getDouble();
      Series series = tables.series(table, kind);
      if (series != null) {
        limits.report(series.counterOf(tokenBits), series.limit(), from, perSecond);
      }
    }
  }
}
