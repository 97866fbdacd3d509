package io.goodput.cassandra.runaway;

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
   * The read to which a command belongs that this node executes; null if it has ended, or if this
   * release does not give commands the time of their request.
   */
  @Nullable Scan of(ReadCommand command) {
    return all.stream()
        .filter(
            scan ->
                scan.startedNanos() == command.creationTimeNanos()
                    && scan.table().id.equals(command.metadata().id))
        .findFirst()
        .orElse(null);
  }
}
