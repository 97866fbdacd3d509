package io.goodput.cassandra.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.apache.cassandra.cql3.QueryEvents;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.tracing.Tracing;
import org.apache.cassandra.transport.Envelope;
import org.apache.cassandra.transport.Message;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.transport.messages.ErrorMessage;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.TimeUUID;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a rejected request, with a custom payload that explains it. An exception cannot
 * carry one, so this message takes the place of a result until it is encoded.
 */
public final class Refusal extends ResultMessage {

  /** Whether this release of Cassandra encodes messages as this class does. */
  private static final boolean IS_POSSIBLE =
      Arrays.stream(Message.class.getMethods())
          .anyMatch(it -> it.getName().equals("encode") && it.getParameterCount() == 2);

  /** Where a message keeps the id of its trace; null if this release is built otherwise. */
  private static final @Nullable VarHandle TRACING_ID = tracingIds();

  private final Rejection rejection;

  /** The answer to a request that is not executed. */
  public Refusal(Rejection rejection) {
    super(Kind.VOID);
    this.rejection = rejection;
  }

  /** Why the request is not executed. */
  public Rejection rejection() {
    return rejection;
  }

  /**
   * Answers the request. Throws the answer if it has no explanation, if the client's protocol has
   * no payloads, or if an audit log or a full query log has to see the failure.
   */
  ResultMessage send(boolean canHavePayload) {
    CassandraException reason = rejection.answer();
    Tracing.trace(reason.getMessage());
    if (IS_POSSIBLE
        && reason instanceof Explained
        && canHavePayload
        && QueryEvents.instance.listenerCount() == 0) {
      return this;
    }
    throw reason;
  }

  @Override
  public Envelope encode(ProtocolVersion version, int streamId) {
    ErrorMessage error = ErrorMessage.fromExceptionNoStreamId(rejection.answer());
    error.setWarnings(getWarnings());
    if (TRACING_ID != null) {
      TRACING_ID.set((Message.Response) error, tracingId);
    }
    if (rejection.answer() instanceof Explained explained) {
      error.setCustomPayload(explained.payload());
    }
    return error.encode(version, streamId);
  }

  @Override
  public String toString() {
    return "REFUSED " + rejection.answer().getMessage();
  }

  private static @Nullable VarHandle tracingIds() {
    try {
      return MethodHandles.privateLookupIn(Message.Response.class, MethodHandles.lookup())
          .findVarHandle(Message.Response.class, "tracingId", TimeUUID.class);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }
}
