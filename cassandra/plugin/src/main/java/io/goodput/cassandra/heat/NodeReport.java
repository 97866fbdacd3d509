package io.goodput.cassandra.heat;

import io.goodput.core.heat.HeatReport;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a node reports to the others of its data center. Counts begin at the node's start.
 *
 * @param localReads how often it read from itself as a coordinator
 * @param remoteReads how often it read from another replica as a coordinator
 * @param replicaReads reads of users' tables that it served as a replica
 */
record NodeReport(HeatReport heat, long localReads, long remoteReads, long replicaReads) {

  private static final int BYTES = 1 + 9 * Long.BYTES;
  private static final byte ASKS = 1;
  private static final byte ANSWERS = 0;

  /**
   * The report as a message.
   *
   * @param asks whether a receiver that does not report by itself should answer with its report
   */
  byte[] bytes(boolean asks) {
    return ByteBuffer.allocate(BYTES)
        .put(asks ? ASKS : ANSWERS)
        .putLong(heat.generation())
        .putLong(heat.ageNanos())
        .putLong(heat.reads())
        .putDouble(heat.hitRate())
        .putDouble(heat.coordinatedReads())
        .putDouble(heat.fillRatio())
        .putLong(localReads)
        .putLong(remoteReads)
        .putLong(replicaReads)
        .array();
  }

  /** Whether the sender of a message wants an answer. */
  static boolean asks(ByteBuffer message) {
    return message.hasRemaining() && message.get(message.position()) == ASKS;
  }

  /** The report in a message; null if the message is too short. */
  static @Nullable NodeReport of(ByteBuffer message) {
    if (message.remaining() < BYTES) {
      return null;
    }
    ByteBuffer in = message.slice().position(1);
    HeatReport heat =
        new HeatReport(
            in.getLong(),
            in.getLong(),
            in.getLong(),
            in.getDouble(),
            in.getDouble(),
            in.getDouble());
    return new NodeReport(heat, in.getLong(), in.getLong(), in.getLong());
  }
}
