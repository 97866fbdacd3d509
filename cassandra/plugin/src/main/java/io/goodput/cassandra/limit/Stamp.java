package io.goodput.cassandra.limit;

import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.NoPayload;
import org.apache.cassandra.net.ParamType;
import org.apache.cassandra.net.Verb;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;

/**
 * What a coordinator tells the replicas about a request: a random number to decide with, or that
 * the coordinator has decided and the replicas only count. It travels in a header parameter of
 * Cassandra's own messages, which nodes without the plug-in carry and ignore.
 *
 * @param isJoint whether the replicas decide
 * @param random the number that they decide with, in [0, 1)
 */
record Stamp(boolean isJoint, double random) {

  /** The coordinator has decided. */
  static final Stamp DECIDED = new Stamp(false, 0);

  private static final String PARAMETER = "goodput";
  private static final String REJECTED = "goodput-refused";
  private static final double DECIDED_ON_THE_WIRE = -1;
  private static final byte[] NOTHING = {};

  static Stamp joint(double random) {
    return new Stamp(true, random);
  }

  /** A copy of the message with this stamp. */
  <T> Message<T> on(Message<T> message) {
    double number = isJoint ? random : DECIDED_ON_THE_WIRE;
    byte[] bytes = ByteBuffer.allocate(Double.BYTES).putDouble(number).array();
    return Message.builder(message).withCustomParam(PARAMETER, bytes).build();
  }

  /** The stamp of a message; null if it has none. */
  static @Nullable Stamp of(Message<?> message) {
    byte[] bytes = parameter(message, PARAMETER);
    if (bytes == null) {
      return null;
    }
    double number = ByteBuffer.wrap(bytes).getDouble();
    return number == DECIDED_ON_THE_WIRE ? DECIDED : joint(number);
  }

  static boolean isOn(Message<?> message) {
    return parameter(message, PARAMETER) != null;
  }

  /**
   * A replica's answer to a request over its limit: an empty result for a read, and for a mutation
   * the same as if it had been applied. A failure would cost the coordinator an exception, a line
   * in its log, and a mark in its failure metrics for each read, and a hint for each mutation.
   */
  static Message<?> rejectionOf(Message<?> request) {
    return request.payload instanceof ReadCommand read
        ? answer(request, Verb.READ_RSP, read.createEmptyResponse())
        : answer(request, Verb.MUTATION_RSP, NoPayload.noPayload);
  }

  /** Built from the request: a new builder would ask for a timeout, which answers do not have. */
  @SuppressWarnings("unchecked")
  private static Message<?> answer(Message<?> request, Verb verb, Object payload) {
    return ((Message.Builder<Object>) Message.builder(request))
        .ofVerb(verb)
        .from(FBUtilities.getBroadcastAddressAndPort())
        .withPayload(payload)
        .withFlags(0)
        .withoutParam(ParamType.RESPOND_TO)
        .withoutParam(ParamType.FORWARD_TO)
        .withoutParam(ParamType.CUSTOM_MAP)
        .withCustomParam(REJECTED, NOTHING)
        .build();
  }

  static boolean isRejection(Message<?> answer) {
    return parameter(answer, REJECTED) != null;
  }

  private static byte @Nullable [] parameter(Message<?> message, String name) {
    Map<String, byte[]> parameters = message.header.customParams();
    return parameters == null ? null : parameters.get(name);
  }
}
