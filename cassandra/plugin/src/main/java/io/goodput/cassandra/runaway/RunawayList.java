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
 * node refuses. Holds at most {@value #MOST}; of those that are not refused, the one that was
 * stopped least recently gives way, and then of the others. Thread-safe.
 */
final class RunawayList {

  static final int MOST = 64;

  private static final int ID_LENGTH = 8;

  private final Map<String, RunawayStatement> byId = new LinkedHashMap<>(16, 0.75f, true);

  /** Whether a statement may be refused; each read of a range asks. */
  private volatile boolean refusesAny;

  /**
   * Records that a part of a statement was stopped, or would have been.
   *
   * @param identity what it has in common with statements that are refused with it
   * @param text without literals, to be shown
   * @param origin who sent the statement
   * @param nanos how long the read had run on this node
   * @param refusedUntil until when the statement is refused from now on; null to leave that
   */
  synchronized RunawayStatement ran(
      TableMetadata table,
      String identity,
      String text,
      String origin,
      boolean wasStopped,
      long nanos,
      Instant now,
      @Nullable Instant refusedUntil) {
    String id = id(table, identity);
    RunawayStatement known = byId.get(id);
    RunawayStatement before =
        known == null
            ? new RunawayStatement(
                id, table.keyspace, table.name, text, origin, 0, 0, 0, 0, now, null)
            : known;
    RunawayStatement after = before.ran(wasStopped, origin, nanos, now);
    if (refusedUntil != null) {
      after = after.withRefusalUntil(refusedUntil);
      refusesAny = true;
    }
    if (known == null && byId.size() >= MOST) {
      makeRoom();
    }
    byId.put(id, after);
    return after;
  }

  /** Those that are refused stay longest. */
  private void makeRoom() {
    String least =
        byId.values().stream()
            .filter(known -> known.refusedUntil() == null)
            .findFirst()
            .orElseGet(() -> byId.values().iterator().next())
            .id();
    byId.remove(least);
  }

  boolean refusesAny() {
    return refusesAny;
  }

  /** The statement as which another one is refused; null if it is not. */
  synchronized @Nullable RunawayStatement refused(
      TableMetadata table, String identity, Instant now) {
    RunawayStatement known = byId.get(id(table, identity));
    boolean isRefused =
        known != null && known.refusedUntil() != null && known.refusedUntil().isAfter(now);
    return isRefused ? known : null;
  }

  /** Counts a statement that was refused. */
  synchronized void countRefused(String id) {
    byId.computeIfPresent(id, (same, known) -> known.refusedOnce());
  }

  /** Ends the refusals whose time is over. */
  synchronized void expire(Instant now) {
    byId.replaceAll(
        (id, known) ->
            known.refusedUntil() != null && !known.refusedUntil().isAfter(now)
                ? known.withRefusalUntil(null)
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

  private static String id(TableMetadata table, String identity) {
    byte[] name = (table.id + identity).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(name).toString().substring(0, ID_LENGTH);
  }
}
