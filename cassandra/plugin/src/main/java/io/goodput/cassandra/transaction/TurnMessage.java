package io.goodput.cassandra.transaction;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.schema.TableId;

/**
 * What nodes tell each other of their turns.
 *
 * @param number of the slot; 0 if it is about no slot
 */
record TurnMessage(Kind kind, TransactionKey key, long number) {

  /** The version of the format; nodes ignore messages of another one. */
  static final int VERSION = 1;

  private static final int BYTES = 1 + 4 * Long.BYTES;

  private static final List<Kind> KINDS = List.of(Kind.values());

  /** The first byte of a message is the position of its kind. */
  enum Kind {
    /** To a home: the sender wants a slot. */
    ASK,
    /** To a home: the sender gives its slot back, or does not want it any longer. */
    GIVE_BACK,
    /** From a home: the receiver has to wait. */
    QUEUE,
    /** From a home: the receiver has a slot, which no other node waits for. */
    GRANT,
    /** From a home: the receiver has a slot, which other nodes wait for. */
    GRANT_AMONG_OTHERS,
    /** To all nodes: several nodes have transactions of the key. */
    MEET
  }

  byte[] bytes() {
    UUID table = key.table().asUUID();
    return ByteBuffer.allocate(BYTES)
        .put((byte) KINDS.indexOf(kind))
        .putLong(table.getMostSignificantBits())
        .putLong(table.getLeastSignificantBits())
        .putLong(key.token())
        .putLong(number)
        .array();
  }

  /**
   * Reads a message.
   *
   * @throws IllegalArgumentException if the bytes are not a message
   */
  static TurnMessage read(ByteBuffer message) {
    int bytes = message.remaining();
    int kind = bytes == BYTES ? message.get() : -1;
    if (kind < 0 || kind >= KINDS.size()) {
      throw new IllegalArgumentException(
          "A message of a turn cannot have %d bytes and kind %d".formatted(bytes, kind));
    }
    UUID table = new UUID(message.getLong(), message.getLong());
    return new TurnMessage(
        KINDS.get(kind),
        new TransactionKey(TableId.fromUUID(table), message.getLong()),
        message.getLong());
  }
}
