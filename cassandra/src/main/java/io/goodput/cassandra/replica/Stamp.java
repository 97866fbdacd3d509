package io.goodput.cassandra.replica;

import io.goodput.cassandra.limit.Admission;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.cassandra.net.Message;
import org.jspecify.annotations.Nullable;

/**
 * What a coordinator's plug-in says of a request to the replicas, in a header parameter that nodes
 * without the plug-in carry and ignore: a random number to decide with, or {@link
 * Admission#DECIDED}, on which replicas count and never refuse.
 */
final class Stamp {

  private static final String STAMP = "goodput";
  private static final String REFUSED = "goodput-refused";
  private static final byte[] NOTHING = {};

  private Stamp() {}

  static <T> Message<T> stamped(Message<T> message, double random) {
    byte[] bytes = ByteBuffer.allocate(Double.BYTES).putDouble(random).array();
    return Message.builder(message).withCustomParam(STAMP, bytes).build();
  }

  static boolean isOn(Message<?> message) {
    return bytes(message, STAMP) != null;
  }

  /** The random number on a stamped message. */
  static double randomOn(Message<?> message) {
    byte[] bytes = bytes(message, STAMP);
    return bytes == null ? Admission.DECIDED : ByteBuffer.wrap(bytes).getDouble();
  }

  /** An answer that means: over the limit. */
  static <T> Message<T> refused(Message<T> answer) {
    return Message.builder(answer).withCustomParam(REFUSED, NOTHING).build();
  }

  static boolean isRefusal(Message<?> answer) {
    return bytes(answer, REFUSED) != null;
  }

  private static byte @Nullable [] bytes(Message<?> message, String name) {
    Map<String, byte[]> params = message.header.customParams();
    return params == null ? null : params.get(name);
  }
}
