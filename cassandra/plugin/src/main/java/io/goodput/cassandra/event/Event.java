package io.goodput.cassandra.event;

import java.nio.ByteBuffer;
import java.time.Instant;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Something that has happened on this node. Immutable.
 *
 * @param number 1 for the first since the node started
 * @param table that it is about; null if it is about none
 * @param token of the partition that it is about; null if it is about none
 * @param key of that partition; null too if it is not known
 * @param text a sentence; without its subject if that is a partition
 */
public record Event(
    long number,
    Instant at,
    EventKind kind,
    @Nullable TableMetadata table,
    @Nullable Token token,
    @Nullable ByteBuffer key,
    String text) {

  /**
   * The whole sentence.
   *
   * @param shownKey the key as whoever reads it may see it; null if it may not be seen
   */
  public String message(@Nullable String shownKey) {
    if (table == null || token == null) {
      return text;
    }
    String partition = shownKey == null ? "A partition" : "Partition " + shownKey;
    return "%s of %s.%s %s".formatted(partition, table.keyspace, table.name, text);
  }

  /** One line, for a log that knows no permissions: with the token of a partition, not its key. */
  String line() {
    StringBuilder line = new StringBuilder("event=").append(kind);
    if (table != null) {
      line.append(" table=").append(table.keyspace).append('.').append(table.name);
    }
    if (token != null) {
      line.append(" token=").append(token);
    }
    return line.append(" message=\"").append(escaped(message(null))).append('"').toString();
  }

  /** Names that users choose may contain anything. */
  private static String escaped(String text) {
    return text.replaceAll("\\p{Cntrl}", " ").replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
