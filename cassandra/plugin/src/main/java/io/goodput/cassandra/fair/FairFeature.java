package io.goodput.cassandra.fair;

import static io.goodput.cassandra.settings.Settings.FAIR_SHARES;

import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Mode;
import io.goodput.cassandra.feature.Switch;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.view.Metrics;
import io.goodput.cassandra.view.Rounded;
import io.goodput.cassandra.view.View;
import io.goodput.core.time.Nanos;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.jspecify.annotations.Nullable;

/** Fair shares of a node that is overloaded. */
public final class FairFeature implements Feature {

  private final FairGuard guard;
  private final Events events;

  /** What a guard does and counts. */
  public FairFeature(FairGuard guard, Events events) {
    this.guard = guard;
    this.events = events;
  }

  /** The guard, which can be switched on while the node runs. */
  @Override
  public List<Guard> guards() {
    return List.of(guard);
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(table(), FairShareClassesTable.of(guard));
  }

  @Override
  public void register(Metrics metrics) {
    metrics.flag("SharesFairly", () -> guard.mode() == Mode.ON);
    metrics.gauge("RequestsInFlight", guard::inFlight);
    metrics.gauge("RoomForRequests", guard::room);
    metrics.flag("Overloaded", guard::isOverloaded);
    metrics.total("OverloadedSeconds", () -> guard.overloadedNanos() / Nanos.PER_SECOND);
    metrics.gauge("OverloadedReplicas", () -> guard.overloadedReplicas().size());
    metrics.gauge("HeldBack", () -> guard.heldBack().size());
    metrics.seconds("ShortestWaitSeconds", () -> guard.signals().shortestWaitNanos());
    metrics.seconds("ProcessorWaitSeconds", () -> guard.signals().processorWaitNanos());
    metrics.counter("RefusedForShare", guard.refused());
    metrics.counter("WouldRefuseForShare", guard.wouldRefuse());
    metrics.counter("WaitedForShare", guard.waited());
  }

  @Override
  public List<Runnable> watches() {
    return List.of(new FairShareRefusals(guard, events));
  }

  /** On a thread of its own: what delays the tick counts as a pause of the whole node. */
  @Override
  public List<Tick> ticks() {
    return List.of(
        new Tick("Goodput-shares", FairGuard.TICK_NANOS, "sharing the node", guard::tick));
  }

  @Override
  public List<Switch> switches() {
    return List.of(
        new Switch(
            FAIR_SHARES.key(),
            Mode.names(),
            () -> guard.mode().toString(),
            value -> guard.setMode(Mode.named(value))));
  }

  /** One row. */
  private VirtualTable table() {
    return View.<FairGuard>of("fair_shares", "how this node shares its room for requests in flight")
        .partitionKey("mode", UTF8Type.instance, it -> it.mode().toString())
        .integer("in_flight", FairGuard::inFlight)
        .integer("room", FairFeature::room)
        .bigint("refused", it -> it.refused().getCount())
        .bigint("would_refuse", it -> it.wouldRefuse().getCount())
        .bigint("waited", it -> it.waited().getCount())
        .bool("overloaded", FairGuard::isOverloaded)
        .text("overloaded_replicas", FairFeature::replicas)
        .floating(
            "shortest_wait_ms",
            it -> Rounded.tenths((double) it.signals().shortestWaitNanos() / Nanos.PER_MILLI))
        .floating(
            "processor_wait_ms",
            it -> Rounded.tenths(it.signals().processorWaitNanos() / Nanos.PER_MILLI))
        .over(() -> List.of(guard));
  }

  /** Null while there is room for all. */
  private static @Nullable Integer room(FairGuard guard) {
    double room = guard.room();
    return Double.isInfinite(room) ? null : (int) room;
  }

  /** Null if there are none. */
  private static @Nullable String replicas(FairGuard guard) {
    String names =
        guard.overloadedReplicas().stream()
            .map(InetAddressAndPort::getHostAddressAndPort)
            .sorted()
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? null : names;
  }
}
