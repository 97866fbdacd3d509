package io.goodput.cassandra.limit;

import io.goodput.core.limit.PartitionLimits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.schema.TableId;

/**
 * What a node tells another one of the demand for busy partitions: a header and 41 bytes for each
 * partition, the busiest first.
 *
 * @param interval ticks until the sender's next report, 1 to {@value #MAX_INTERVAL}
 * @param wanted ticks between the reports that the sender wants to get, in the same range
 */
record DemandMessage(int interval, int wanted, List<Entry> entries) {

  /** The version of the format; nodes ignore messages of another one. */
  static final int VERSION = 3;

  /** Ten minutes. */
  private static final int MAX_INTERVAL = 12_000;

  private static final int HEADER_BYTES = 2 * Integer.BYTES;
  private static final int ENTRY_BYTES = 3 * Long.BYTES + 1 + 2 * Double.BYTES;

  /**
   * A partition.
   *
   * @param perSecond operations per second that the sender coordinates
   * @param others operations per second that all other nodes coordinate, as far as it knows
   * @param load its demand as a multiple of its limit; the receiver does not get it
   */
  record Entry(
      TableId table,
      Operation operation,
      long tokenBits,
      double perSecond,
      double others,
      double load) {

    private void write(ByteBuffer bytes) {
      UUID id = table.asUUID();
      bytes
          .putLong(id.getMostSignificantBits())
          .putLong(id.getLeastSignificantBits())
          .put(operation.code())
          .putLong(tokenBits)
          .putDouble(perSecond)
          .putDouble(others);
    }

    private static Entry read(ByteBuffer bytes) {
      return new Entry(
          TableId.fromUUID(new UUID(bytes.getLong(), bytes.getLong())),
          Operation.ofCode(bytes.get()),
          bytes.getLong(),
          bytes.getDouble(),
          bytes.getDouble(),
          0);
    }

    private boolean isValid() {
      return isRate(perSecond) && isRate(others);
    }

    /** False for NaN too. */
    private static boolean isRate(double perSecond) {
      return perSecond >= 0 && perSecond < Double.POSITIVE_INFINITY;
    }
  }

  /** The message, with the busiest partitions if there are more than a node shares. */
  byte[] bytes() {
    List<Entry> sent =
        entries.stream()
            .sorted(Comparator.comparingDouble(entry -> -entry.load()))
            .limit(PartitionLimits.SHARED_PARTITIONS)
            .toList();
    ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + sent.size() * ENTRY_BYTES);
    bytes.putInt(interval).putInt(wanted);
    sent.forEach(entry -> entry.write(bytes));
    return bytes.array();
  }

  /**
   * Reads a message, without entries whose rates are no numbers or negative.
   *
   * @throws IllegalArgumentException if the bytes are not a message
   */
  static DemandMessage read(ByteBuffer bytes) {
    if (bytes.remaining() < HEADER_BYTES || (bytes.remaining() - HEADER_BYTES) % ENTRY_BYTES != 0) {
      throw new IllegalArgumentException(
          "A report of demands cannot have " + bytes.remaining() + " bytes");
    }
    int interval = bytes.getInt();
    int wanted = bytes.getInt();
    if (!isInterval(interval) || !isInterval(wanted)) {
      throw new IllegalArgumentException(
          "A node cannot report every %d ticks and want reports every %d ticks"
              .formatted(interval, wanted));
    }
    List<Entry> entries = new ArrayList<>();
    while (bytes.hasRemaining()) {
      Entry entry = Entry.read(bytes);
      if (entry.isValid()) {
        entries.add(entry);
      }
    }
    return new DemandMessage(interval, wanted, entries);
  }

  private static boolean isInterval(int ticks) {
    return ticks >= 1 && ticks <= MAX_INTERVAL;
  }
}
