package io.goodput.cassandra.heat;

import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fault.Faults;
import io.goodput.core.heat.HeatReport;
import io.goodput.core.heat.ReplicaHeats;
import io.goodput.core.time.TimeSource;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * Exchanges heat reports with the other nodes of the data center.
 *
 * <p>A node that weights its reads sends its report to all others, ten times a second. A node that
 * does not weight its reads only answers those reports. So no messages are sent in a data center
 * where no node weights its reads.
 */
final class HeatExchange {

  private static final int VERSION = 1;

  /** The messages that a node sends per second at most; in a large data center each gets fewer. */
  private static final int MESSAGES_PER_SECOND = 1_000;

  /** A restarted node that is silent for this long is taken to run without the plug-in. */
  private static final long SILENCE_NANOS = 10_000_000_000L;

  private final LocalNodes nodes;
  private final ReplicaHeats<LocalNode> heats;
  private final OwnHeat own;
  private final BooleanSupplier isOn;
  private final Faults faults;
  private final Exchange.Channel channel;
  private long sentNanos;

  HeatExchange(
      LocalNodes nodes,
      ReplicaHeats<LocalNode> heats,
      OwnHeat own,
      BooleanSupplier isOn,
      Exchange exchange,
      Faults faults) {
    this.nodes = nodes;
    this.heats = heats;
    this.own = own;
    this.isOn = isOn;
    this.faults = faults;
    this.channel = exchange.open("heat", VERSION, this::receive);
    this.sentNanos = TimeSource.system().monotonicNanos();
  }

  private void receive(ByteBuffer message, InetAddressAndPort from) {
    if (isOn.getAsBoolean()) {
      NodeReport report = NodeReport.of(message);
      if (report != null) {
        accept(nodes.of(from), report);
      }
    } else if (NodeReport.asks(message)) {
      NodeReport answer = own.report();
      if (answer != null) {
        channel.send(answer.bytes(false), from);
      }
    }
  }

  private void accept(LocalNode node, NodeReport report) {
    node.report(report);
    heats.report(node, report.heat(), TimeSource.system().monotonicNanos());
  }

  /** Sends this node's report if it is time; called ten times a second, by one thread. */
  void tick() {
    NodeReport report = own.report();
    if (report == null) {
      return;
    }
    LocalNode self = nodes.self();
    accept(self, report);
    long now = TimeSource.system().monotonicNanos();
    boolean isTime = (now - sentNanos) / 1e9 * MESSAGES_PER_SECOND >= nodes.live().size();
    if (isTime) {
      sentNanos = now;
    }
    byte[] message = report.bytes(true);
    for (LocalNode node : nodes.live()) {
      if (node != self) {
        faults.guard("looking for a restart", () -> noticeRestart(node, now));
        if (isTime) {
          channel.send(message, node.address());
        }
      }
    }
  }

  /** Takes a restarted node to be cold until it reports again: its last report no longer holds. */
  private void noticeRestart(LocalNode node, long now) {
    NodeReport last = node.report();
    Integer generation = LocalNodes.generation(node);
    if (last == null || generation == null || generation <= last.heat().generation()) {
      return;
    }
    long since = node.restartedSince(generation, now);
    if (since == now) {
      heats.report(node, new HeatReport(generation, 0, 0, 0, 0, 0), now);
    } else if (now - since > SILENCE_NANOS) {
      heats.forget(node);
      node.report(null);
    }
  }
}
