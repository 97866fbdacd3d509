package io.goodput.cassandra.runaway;

import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cassandra.db.ReadCommand;
import org.jspecify.annotations.Nullable;

/** The reads of ranges that this node coordinates now. Thread-safe. */
final class Scans {

  private final Set<Scan> all = ConcurrentHashMap.newKeySet();
  private final Map<Long, Scan> byMessage = new ConcurrentHashMap<>();

  void begin(Scan scan) {
    all.add(scan);
  }

  /** A message of this node asks a replica for a part of the read. */
  void sent(long message, Scan scan) {
    scan.messages().add(message);
    byMessage.put(message, scan);
  }

  void end(Scan scan) {
    all.remove(scan);
    scan.messages().forEach(byMessage::remove);
  }

  /** The read to which an answer belongs; null if it has ended. */
  @Nullable Scan ofMessage(long message) {
    return byMessage.get(message);
  }

  /**
   * The read to which a command belongs that this node executes; null if it has ended. Cassandra
   * gives a command the time of its request; the first releases of 4.1 do not, so there it is the
   * oldest read of the table.
   */
  @Nullable Scan of(ReadCommand command) {
    return all.stream()
        .filter(scan -> scan.table().id.equals(command.metadata().id))
        .min(
            Comparator.comparing((Scan scan) -> scan.startedNanos() != command.creationTimeNanos())
                .thenComparing(Scan::startedNanos))
        .orElse(null);
  }
}
