package io.goodput.cassandra.fair;

import io.goodput.core.fair.Stress;
import java.nio.ByteBuffer;

/** How an overload has gone so far, as a node tells others: two numbers in 16 bytes. */
final class StressMessage {

  /** The version of the format; nodes ignore messages of another one. */
  static final int VERSION = 1;

  private static final int BYTES = 2 * Double.BYTES;

  private StressMessage() {}

  static byte[] of(Stress stress) {
    return ByteBuffer.allocate(BYTES).putDouble(stress.waiting()).putDouble(stress.calm()).array();
  }

  /**
   * Reads a message.
   *
   * @throws IllegalArgumentException if the bytes are not a message
   */
  static Stress read(ByteBuffer message) {
    if (message.remaining() != BYTES) {
      throw new IllegalArgumentException(
          "A report of an overload cannot have " + message.remaining() + " bytes");
    }
    return new Stress(message.getDouble(), message.getDouble());
  }
}
