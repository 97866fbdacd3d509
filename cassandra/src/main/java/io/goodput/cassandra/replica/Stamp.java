package io.goodput.cassandra.replica;

import io.goodput.cassandra.limit.Admission;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.cassandra.exceptions.RequestFailureReason;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.NoPayload;
import org.apache.cassandra.net.ParamType;
import org.apache.cassandra.net.Verb;
import org.apache.cassandra.utils.FBUtilities;
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

  /**
   * The answer to a request over its limit. A refused read has failed; a refused mutation is
   * answered like one that was applied, since Cassandra stores hints for those that fail.
   */
  static Message<?> refusalOf(Message<?> request) {
    return request.verb() == Verb.READ_REQ
        ? answer(request, Verb.FAILURE_RSP, RequestFailureReason.UNKNOWN)
        : answer(request, Verb.MUTATION_RSP, NoPayload.noPayload);
  }

  /** Made of the request, since a builder of its own would ask for a time-out that answers lack. */
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
        .withCustomParam(REFUSED, NOTHING)
        .build();
  }

  static boolean isRefusal(Message<?> answer) {
    return bytes(answer, REFUSED) != null;
  }

  private static byte @Nullable [] bytes(Message<?> message, String name) {
    Map<String, byte[]> params = message.header.customParams();
    return params == null ? null : params.get(name);
  }
}
