package io.goodput.cassandra.limit;

import io.goodput.cassandra.event.EventKind;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.event.Growth;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.limit.PartitionRate;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/** Tells when the limits of a table begin and cease to reject requests. For one thread. */
final class LimitRejections implements Runnable {

  /** How many of the hottest partitions are searched for one that is rejected. */
  private static final int HOTTEST = 100;

  private final LimitedTables tables;
  private final PartitionLimits limits;
  private final PartitionNames names;
  private final Events events;
  private final Map<TableLimit, Growth> watched = new HashMap<>();

  LimitRejections(
      LimitedTables tables, PartitionLimits limits, PartitionNames names, Events events) {
    this.tables = tables;
    this.limits = limits;
    this.names = names;
    this.events = events;
  }

  @Override
  public void run() {
    Set<TableLimit> counting = Set.copyOf(tables.counting());
    watched
        .entrySet()
        .removeIf(
            entry -> {
              boolean isGone = !counting.contains(entry.getKey());
              if (isGone && entry.getValue().isUnderWay()) {
                ended(entry.getKey());
              }
              return isGone;
            });
    for (TableLimit limit : counting) {
      switch (watched.computeIfAbsent(limit, LimitRejections::growth).tick()) {
        case BEGAN -> began(limit);
        case ENDED -> ended(limit);
        case NONE -> {}
      }
    }
  }

  private static Growth growth(TableLimit limit) {
    return new Growth(
        () -> limit.rejected().getCount() + limit.rejectedByReplicas().getCount(),
        Growth.QUIET_TICKS);
  }

  private void began(TableLimit limit) {
    PartitionNames.Name rejected = rejectedMost(limit);
    TableMetadata table = limit.table();
    if (rejected == null) {
      events.add(
          EventKind.REJECTIONS_BEGAN,
          table,
          "Some %s of %s.%s are over the limits of their partitions, and Goodput rejects them"
              .formatted(limit.operation(), table.keyspace, table.name));
    } else {
      // An override may have begun or ended since the name was noted.
      TableLimit inForce = tables.limitOfToken(table.id, limit.operation(), rejected.token());
      events.addOfPartition(
          EventKind.REJECTIONS_BEGAN,
          table,
          rejected.token(),
          rejected.key(),
          "is over its limit of %d %s per second, and Goodput rejects the excess"
              .formatted(
                  Objects.requireNonNullElse(inForce, rejected.limit()).perSecond(),
                  limit.operation()));
    }
  }

  private void ended(TableLimit limit) {
    TableMetadata table = limit.table();
    events.add(
        EventKind.REJECTIONS_ENDED,
        table,
        "Goodput rejects no %s of %s.%s: none was over a limit for 10 s, or the limit was removed"
            .formatted(limit.operation(), table.keyspace, table.name));
  }

  private PartitionNames.@Nullable Name rejectedMost(TableLimit limit) {
    PartitionNames.Name most = null;
    double rate = 0;
    for (PartitionRate hot : limits.hottest(HOTTEST)) {
      PartitionNames.Name name = hot.rejectedPerSecond() > rate ? names.of(hot.key()) : null;
      if (name != null && name.limit().countsWith(limit)) {
        most = name;
        rate = hot.rejectedPerSecond();
      }
    }
    return most;
  }
}
