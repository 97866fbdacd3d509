package io.goodput.cassandra.arrival;

import io.goodput.cassandra.request.Arrivals;
import io.goodput.cassandra.request.Arrived;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.Message;
import org.apache.cassandra.transport.messages.ExecuteMessage;

/** A client's EXECUTE, with what is known from the time when it arrived. */
final class ArrivedExecute extends ExecuteMessage {

  private final Arrived arrived;

  /** The same request as another message. */
  ArrivedExecute(ExecuteMessage message, Arrived arrived) {
    super(message.statementId, message.resultMetadataId, message.options);
    this.arrived = arrived;
    attach(message.connection());
    setSource(message.getSource());
    setCustomPayload(message.getCustomPayload());
  }

  @Override
  protected Message.Response execute(
      QueryState state, Dispatcher.RequestTime time, boolean isTraced) {
    Arrivals.executing(arrived);
    try {
      return super.execute(state, time, isTraced);
    } finally {
      Arrivals.executing(null);
      arrived.ended();
    }
  }
}
