package io.goodput.cassandra.request;

import java.util.Arrays;
import org.apache.cassandra.cql3.QueryEvents;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.transport.Envelope;
import org.apache.cassandra.transport.Message;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.transport.messages.ErrorMessage;
import org.apache.cassandra.transport.messages.ResultMessage;

/**
 * The error that answers a refused request, with a custom payload that explains it. An exception
 * cannot carry one, so this message stands for a result until it is encoded.
 */
final class Refusal extends ResultMessage {

  /** Whether this release of Cassandra encodes messages as this class does. */
  private static final boolean IS_POSSIBLE =
      Arrays.stream(Message.class.getMethods())
          .anyMatch(it -> it.getName().equals("encode") && it.getParameterCount() == 2);

  private final CassandraException reason;
  private final Explained explained;

  private Refusal(CassandraException reason, Explained explained) {
    super(Kind.VOID);
    this.reason = reason;
    this.explained = explained;
  }

  /**
   * The answer to a request. Throws the reason if it has no explanation, if the client's protocol
   * has no payloads, or if an audit log or a full query log has to see the failure.
   */
  static ResultMessage answer(CassandraException reason, boolean canHavePayload) {
    if (IS_POSSIBLE
        && reason instanceof Explained explained
        && canHavePayload
        && QueryEvents.instance.listenerCount() == 0) {
      return new Refusal(reason, explained);
    }
    throw reason;
  }

  @Override
  public Envelope encode(ProtocolVersion version, int streamId) {
    ErrorMessage error = ErrorMessage.fromExceptionNoStreamId(reason);
    error.setWarnings(getWarnings());
    error.setCustomPayload(explained.payload());
    return error.encode(version, streamId);
  }

  @Override
  public String toString() {
    return "REFUSED " + reason.getMessage();
  }
}
