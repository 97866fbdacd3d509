package io.goodput.cassandra.heat;

import io.goodput.cassandra.limit.Faults;
import io.goodput.core.heat.HeatReport;
import io.goodput.core.heat.ReplicaHeats;
import io.goodput.core.time.TimeSource;
import java.util.function.BooleanSupplier;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.net.NoPayload;
import org.apache.cassandra.net.Verb;

/**
 * Tells the other nodes of the data centre how warm this one is, and listens to what they tell.
 *
 * <p>A node whose reads are weighted tells every other one, ten times a second; one whose reads are
 * not answers those. So nothing is sent where no node weights its reads. Reports travel in a header
 * parameter of an echo request, a message that every Cassandra node knows. A node with the plug-in
 * takes them out and goes no further; one without it answers the echo, and nobody waits for that.
 */
final class HeatExchange {

  private static final String HEAT = "goodput-heat";

  /** A node sends so many messages a second at most; in a large data centre each gets fewer. */
  private static final int MESSAGES_PER_SECOND = 1_000;

  /** A node that has started again without a word for so long is taken to have no plug-in. */
  private static final long SILENCE_NANOS = 10_000_000_000L;

  private final LocalNodes nodes;
  private final ReplicaHeats<LocalNode> heats;
  private final OwnHeat own;
  private final BooleanSupplier isOn;
  private final Faults faults;
  private long toldNanos;

  HeatExchange(
      LocalNodes nodes,
      ReplicaHeats<LocalNode> heats,
      OwnHeat own,
      BooleanSupplier isOn,
      Faults faults) {
    this.nodes = nodes;
    this.heats = heats;
    this.own = own;
    this.isOn = isOn;
    this.faults = faults;
    this.toldNanos = TimeSource.system().monotonicNanos();
  }

  /** Listens from now on. */
  void follow(MessagingService messaging) {
    messaging.inboundSink.add(
        message -> {
          if (message.verb() != Verb.ECHO_REQ || message.header.customParams() == null) {
            return true;
          }
          byte[] report = message.header.customParams().get(HEAT);
          if (report == null) {
            return true;
          }
          faults.guard("reading a heat", () -> read(report, message.from(), messaging));
          return false;
        });
  }

  private void read(byte[] bytes, InetAddressAndPort from, MessagingService messaging) {
    if (isOn.getAsBoolean()) {
      NodeReport report = NodeReport.of(bytes);
      if (report != null) {
        take(nodes.of(from), report);
      }
    } else if (NodeReport.asks(bytes)) {
      NodeReport answer = own.report();
      if (answer != null) {
        messaging.send(message(answer, false), from);
      }
    }
  }

  private void take(LocalNode node, NodeReport report) {
    node.report(report);
    heats.report(node, report.heat(), TimeSource.system().monotonicNanos());
  }

  /** Tells the others, if it is time to; to be called ten times a second, by one thread. */
  void tick(MessagingService messaging) {
    NodeReport report = own.report();
    if (report == null) {
      return;
    }
    LocalNode self = nodes.self();
    take(self, report);
    long now = TimeSource.system().monotonicNanos();
    boolean isTime = (now - toldNanos) / 1e9 * MESSAGES_PER_SECOND >= nodes.live().size();
    if (isTime) {
      toldNanos = now;
    }
    Message<NoPayload> message = message(report, true);
    for (LocalNode node : nodes.live()) {
      if (node != self) {
        faults.guard("looking for a restart", () -> watch(node, now));
        if (isTime) {
          messaging.send(message, node.address());
        }
      }
    }
  }

  /**
   * What a node has told before it started again is worse than nothing: it is cold until it says
   * otherwise.
   */
  private void watch(LocalNode node, long now) {
    NodeReport last = node.report();
    Integer generation = LocalNodes.generation(node);
    if (last == null || generation == null || generation <= last.heat().generation()) {
      return;
    }
    long since = node.startedAgain(generation, now);
    if (since == now) {
      heats.report(node, new HeatReport(generation, 0, 0, 0, 0, 0), now);
    } else if (now - since > SILENCE_NANOS) {
      heats.forget(node);
      node.report(null);
    }
  }

  private static Message<NoPayload> message(NodeReport report, boolean asks) {
    return Message.builder(Message.out(Verb.ECHO_REQ, NoPayload.noPayload))
        .withCustomParam(HEAT, report.bytes(asks))
        .build();
  }
}
