package io.goodput.cassandra.override;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import io.goodput.cassandra.event.EventKind;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.limit.PartitionOverride;
import io.goodput.cassandra.platform.Platform;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;

/** Tells which overrides have been set, removed, and have expired. Thread-safe. */
final class OverrideChanges {

  /** Cells expire at whole seconds, and nodes' clocks differ. */
  private static final Duration NEARLY = Duration.ofSeconds(2);

  private record Partition(TableId table, ByteBuffer key) {

    static Partition of(PartitionOverride override) {
      return new Partition(override.table(), override.key());
    }
  }

  private final Events events;

  OverrideChanges(Events events) {
    this.events = events;
  }

  /** Compares the overrides that this node knew with those that it knows at a moment. */
  void tell(List<PartitionOverride> before, List<PartitionOverride> after, Instant now) {
    Map<Partition, PartitionOverride> earlier = byPartition(before);
    Map<Partition, PartitionOverride> later = byPartition(after);
    after.stream()
        .filter(override -> !override.equals(earlier.get(Partition.of(override))))
        .forEach(
            override ->
                tell(
                    EventKind.OVERRIDE_SET,
                    override,
                    "has an override until %s, set by %s: %s"
                        .formatted(override.expiresAt(), override.setBy(), limits(override))));
    before.stream()
        .filter(override -> !later.containsKey(Partition.of(override)))
        .forEach(override -> tellEnd(override, now));
  }

  private void tellEnd(PartitionOverride override, Instant now) {
    if (override.isInForce(now.plus(NEARLY))) {
      String text = "no longer has the override that %s set: it was removed";
      tell(EventKind.OVERRIDE_REMOVED, override, text.formatted(override.setBy()));
    } else {
      String text = "no longer has the override that %s set: it expired";
      tell(EventKind.OVERRIDE_EXPIRED, override, text.formatted(override.setBy()));
    }
  }

  /** For example: {@code 10 reads/s; writes keep the table's limit}. */
  private static String limits(PartitionOverride override) {
    Integer reads = override.reads();
    Integer writes = override.writes();
    if (writes == null) {
      return reads + " reads/s; writes keep the table's limit";
    }
    return reads == null
        ? writes + " writes/s; reads keep the table's limit"
        : "%d reads/s and %d writes/s".formatted(reads, writes);
  }

  private static Map<Partition, PartitionOverride> byPartition(List<PartitionOverride> overrides) {
    return overrides.stream().collect(toMap(Partition::of, identity(), (one, another) -> another));
  }

  private void tell(EventKind kind, PartitionOverride override, String predicate) {
    TableMetadata table = Platform.ofThisNode().schema().getTableMetadata(override.table());
    if (table != null) {
      events.addOfPartition(
          kind, table, table.partitioner.getToken(override.key()), override.key(), predicate);
    }
  }
}
