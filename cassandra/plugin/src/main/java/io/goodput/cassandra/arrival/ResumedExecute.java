package io.goodput.cassandra.arrival;

import io.goodput.cassandra.request.Handover;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.Message;
import org.apache.cassandra.transport.messages.ExecuteMessage;

/** A client's EXECUTE, with what is known from the time when it arrived. */
final class ResumedExecute extends ExecuteMessage {

  private final Handover known;

  /** The same request as another message. */
  ResumedExecute(ExecuteMessage message, Handover known) {
    super(message.statementId, message.resultMetadataId, message.options);
    this.known = known;
    attach(message.connection());
    setSource(message.getSource());
    setCustomPayload(message.getCustomPayload());
  }

  Handover known() {
    return known;
  }

  @Override
  protected Message.Response execute(
      QueryState state, Dispatcher.RequestTime time, boolean isTraced) {
    Handover.executing(known);
    try {
      return super.execute(state, time, isTraced);
    } finally {
      Handover.executing(null);
    }
  }
}
