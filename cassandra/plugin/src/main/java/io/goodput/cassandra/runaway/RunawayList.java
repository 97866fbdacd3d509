package io.goodput.cassandra.runaway;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The latest statements of which parts were stopped, or would have been, and which of them this
 * node refuses. Holds at most {@value #MOST}; the one that was stopped or refused least recently
 * gives way. Thread-safe.
 */
final class RunawayList {

  static final int MOST = 64;

  private static final int ID_LENGTH = 8;

  private final Map<String, RunawayStatement> byId =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RunawayStatement> eldest) {
          return size() > MOST;
        }
      };

  /** Whether a statement may be refused; each read of a range asks. */
  private volatile boolean refusesAny;

  /**
   * Records that a part of a statement was stopped, or would have been.
   *
   * @param origin who sent the statement
   * @param nanos how long the part had run
   * @param refusedUntil until when the statement is refused from now on; null to leave that
   */
  synchronized RunawayStatement ran(
      TableMetadata table,
      String text,
      String origin,
      boolean wasStopped,
      long nanos,
      Instant now,
      @Nullable Instant refusedUntil) {
    String id = id(table, text);
    RunawayStatement known = byId.get(id);
    RunawayStatement before =
        known == null
            ? new RunawayStatement(
                id, table.keyspace, table.name, text, origin, 0, 0, 0, 0, now, null)
            : known;
    RunawayStatement after = before.ran(wasStopped, origin, nanos, now);
    if (refusedUntil != null) {
      after = after.refusedUntil(refusedUntil);
      refusesAny = true;
    }
    byId.put(id, after);
    return after;
  }

  boolean refusesAny() {
    return refusesAny;
  }

  /** Counts a statement that is refused now, and returns it; null if it is not. */
  synchronized @Nullable RunawayStatement refuse(TableMetadata table, String text, Instant now) {
    String id = id(table, text);
    RunawayStatement known = byId.get(id);
    if (known == null || known.refusedUntil() == null || !known.refusedUntil().isAfter(now)) {
      return null;
    }
    RunawayStatement refused = known.refusedOnce();
    byId.put(id, refused);
    return refused;
  }

  /** Ends the refusals whose time is over. */
  synchronized void expire(Instant now) {
    byId.replaceAll(
        (id, known) ->
            known.refusedUntil() != null && !known.refusedUntil().isAfter(now)
                ? known.refusedUntil(null)
                : known);
    refusesAny = byId.values().stream().anyMatch(known -> known.refusedUntil() != null);
  }

  /** Forgets a statement, so that it is no longer refused. Returns whether it was known. */
  synchronized boolean remove(String id) {
    return byId.remove(id) != null;
  }

  synchronized void clear() {
    byId.clear();
    refusesAny = false;
  }

  /** All statements, those that were stopped or refused most recently last. */
  synchronized List<RunawayStatement> all() {
    return List.copyOf(byId.values());
  }

  private static String id(TableMetadata table, String text) {
    byte[] name = (table.id + text).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(name).toString().substring(0, ID_LENGTH);
  }
}
