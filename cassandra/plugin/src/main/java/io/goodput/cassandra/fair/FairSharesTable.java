package io.goodput.cassandra.fair;

import io.goodput.cassandra.view.Rounded;
import io.goodput.cassandra.view.View;
import io.goodput.core.time.Nanos;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.jspecify.annotations.Nullable;

/** {@code fair_shares}: how this node shares its room for requests, in one row. */
final class FairSharesTable {

  private FairSharesTable() {}

  static VirtualTable of(FairGuard guard) {
    return View.<FairGuard>of("fair_shares", "how this node shares its room for requests in flight")
        .partitionKey("mode", UTF8Type.instance, it -> it.mode().toString())
        .column("in_flight", Int32Type.instance, FairGuard::inFlight)
        .column("room", Int32Type.instance, FairSharesTable::room)
        .column("refused", LongType.instance, it -> it.refused().getCount())
        .column("would_refuse", LongType.instance, it -> it.wouldRefuse().getCount())
        .column("waited", LongType.instance, it -> it.waited().getCount())
        .column("overloaded", BooleanType.instance, FairGuard::isOverloaded)
        .column("overloaded_replicas", UTF8Type.instance, FairSharesTable::replicas)
        .column(
            "shortest_wait_ms",
            DoubleType.instance,
            it -> Rounded.tenths((double) it.signals().shortestWaitNanos() / Nanos.PER_MILLI))
        .column(
            "processor_wait_ms",
            DoubleType.instance,
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
