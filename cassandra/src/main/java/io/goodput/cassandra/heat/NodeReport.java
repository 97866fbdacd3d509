package io.goodput.cassandra.heat;

import io.goodput.core.heat.HeatReport;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a node tells the others of its data centre; counts are since its start.
 *
 * @param localReads replicas that it read from as a coordinator: itself
 * @param remoteReads replicas that it read from as a coordinator: others
 * @param replicaReads reads of users' tables that it served as a replica
 */
record NodeReport(HeatReport heat, long localReads, long remoteReads, long replicaReads) {

  private static final int BYTES = 1 + 9 * Long.BYTES;
  private static final byte ASKS = 1;
  private static final byte ANSWERS = 0;

  /**
   * As a message has it.
   *
   * @param asks whether the receiver is to answer with its own report, if it would not tell it
   *     anyway
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

  static boolean asks(byte[] bytes) {
    return bytes.length > 0 && bytes[0] == ASKS;
  }

  /** Of a message; null if it is shorter than what this version writes. */
  static @Nullable NodeReport of(byte[] bytes) {
    if (bytes.length < BYTES) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(bytes, 1, BYTES - 1);
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
