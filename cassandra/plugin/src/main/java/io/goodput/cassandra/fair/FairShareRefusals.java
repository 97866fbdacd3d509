package io.goodput.cassandra.fair;

import static io.goodput.cassandra.event.EventKind.FAIR_SHARES_BEGAN;
import static io.goodput.cassandra.event.EventKind.FAIR_SHARES_ENDED;

import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.event.Growth;
import java.util.Comparator;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;

/** Tells when fair shares begin and cease to refuse requests. For one thread. */
final class FairShareRefusals implements Runnable {

  private final FairGuard fairShares;
  private final Events events;
  private final Growth growth;

  FairShareRefusals(FairGuard fairShares, Events events) {
    this.fairShares = fairShares;
    this.events = events;
    this.growth = new Growth(fairShares.refused()::getCount, Growth.QUIET_TICKS);
  }

  @Override
  public void run() {
    switch (growth.tick()) {
      case BEGAN ->
          fairShares.heldBack().stream()
              .max(Comparator.comparingLong(HeldBack::refusedPerSecond))
              .map(HeldBack::what)
              .ifPresentOrElse(
                  this::began,
                  () -> events.add(FAIR_SHARES_BEGAN, "Fair shares began to reject some requests"));
      case ENDED -> events.add(FAIR_SHARES_ENDED, "Fair shares rejected no requests for 10 s");
      case NONE -> {}
    }
  }

  private void began(Refused what) {
    TableMetadata table = what.table();
    Token token = what.token();
    String of = what.isForReplica() ? "an overloaded replica" : "this node";
    if (table != null && token != null) {
      events.addOfPartition(
          FAIR_SHARES_BEGAN,
          table,
          token,
          what.key(),
          "is above its fair share of %s, and Goodput rejects some of its requests".formatted(of));
    } else if (table != null) {
      events.add(
          FAIR_SHARES_BEGAN, table, requests("on %s.%s".formatted(table.keyspace, table.name), of));
    } else {
      events.add(FAIR_SHARES_BEGAN, requests("of " + what.tenantName(), of));
    }
  }

  private static String requests(String ofWhat, String of) {
    return "Requests %s are above their fair share of %s, and Goodput rejects some of them"
        .formatted(ofWhat, of);
  }
}
