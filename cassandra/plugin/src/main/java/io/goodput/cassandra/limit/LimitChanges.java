package io.goodput.cassandra.limit;

import static java.util.stream.Collectors.toMap;

import io.goodput.cassandra.event.EventKind;
import io.goodput.cassandra.event.Events;
import java.util.Map;
import java.util.Objects;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/** Tells when the limit of a table is set, changed, or removed. For one thread. */
final class LimitChanges implements Runnable {

  private record Limited(TableId table, Operation operation) {}

  private record State(TableMetadata table, long perSecond, boolean isEnforced) {

    String inWords(Operation operation) {
      return "%s of %s.%s are limited to %d per partition and second%s"
          .formatted(
              capitalized(operation),
              table.keyspace,
              table.name,
              perSecond,
              isEnforced ? "" : ", in observe mode");
    }

    boolean isLike(@Nullable State other) {
      return other != null && perSecond == other.perSecond && isEnforced == other.isEnforced;
    }
  }

  private final LimitedTables tables;
  private final Events events;
  private @Nullable Map<Limited, State> known;

  LimitChanges(LimitedTables tables, Events events) {
    this.tables = tables;
    this.events = events;
  }

  /** Compares the limits with those of the last tick; the first one tells nothing. */
  @Override
  public void run() {
    Map<Limited, State> now =
        tables.limits().stream()
            .collect(
                toMap(
                    limit -> new Limited(limit.table().id, limit.operation()),
                    limit -> new State(limit.table(), limit.perSecond(), limit.isEnforced())));
    Map<Limited, State> before = Objects.requireNonNullElse(known, now);
    known = now;
    now.forEach(
        (limited, state) -> {
          if (!state.isLike(before.get(limited))) {
            tell(state, state.inWords(limited.operation));
          }
        });
    before.forEach(
        (limited, state) -> {
          if (!now.containsKey(limited)) {
            tell(
                state,
                "The limit on %s of %s.%s was removed"
                    .formatted(limited.operation, state.table.keyspace, state.table.name));
          }
        });
  }

  private void tell(State state, String sentence) {
    events.add(EventKind.LIMIT_CHANGED, state.table, sentence);
  }

  private static String capitalized(Operation operation) {
    return operation == Operation.READS ? "Reads" : "Writes";
  }
}
