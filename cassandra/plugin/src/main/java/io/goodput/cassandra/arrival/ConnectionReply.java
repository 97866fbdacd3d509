package io.goodput.cassandra.arrival;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.Explained;
import io.goodput.cassandra.request.Handover;
import io.goodput.cassandra.request.Reply;
import io.netty.channel.Channel;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.ResultSet.ResultMetadata;
import org.apache.cassandra.metrics.ClientMetrics;
import org.apache.cassandra.transport.Dispatcher.FlushItemConverter;
import org.apache.cassandra.transport.Message;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.transport.ServerConnection;
import org.apache.cassandra.transport.messages.ErrorMessage;
import org.apache.cassandra.transport.messages.ExecuteMessage;

/**
 * The way back through the connection on which a request arrived.
 *
 * @param <P> what the converter needs
 */
final class ConnectionReply<P> implements Reply {

  private final EarlyDispatcher dispatcher;
  private final Channel channel;
  private final ExecuteMessage request;
  private final QueryHandler.Prepared prepared;
  private final FlushItemConverter<P> converter;
  private final P parameter;
  private final Faults faults;

  ConnectionReply(
      EarlyDispatcher dispatcher,
      Channel channel,
      ExecuteMessage request,
      QueryHandler.Prepared prepared,
      FlushItemConverter<P> converter,
      P parameter,
      Faults faults) {
    this.dispatcher = dispatcher;
    this.channel = channel;
    this.request = request;
    this.prepared = prepared;
    this.converter = converter;
    this.parameter = parameter;
    this.faults = faults;
  }

  private ProtocolVersion version() {
    return request.connection().getVersion();
  }

  /** As Cassandra's {@code ExecuteMessage} does, after it has executed a SELECT. */
  @Override
  public Columns columns(ResultMetadata columns) {
    if (version().isGreaterOrEqualTo(ProtocolVersion.V5)) {
      if (!columns.getResultMetadataId().equals(request.resultMetadataId)) {
        return Columns.CHANGED;
      }
      return request.options.skipMetadata() ? Columns.KNOWN : Columns.DESCRIBED;
    }
    return request.options.skipMetadata()
            && prepared.resultMetadataId.equals(columns.getResultMetadataId())
        ? Columns.KNOWN
        : Columns.DESCRIBED;
  }

  @Override
  public boolean canWarn() {
    return version().isGreaterOrEqualTo(ProtocolVersion.V4);
  }

  @Override
  public void answer(Message.Response answer) {
    try {
      send(answer);
    } catch (Throwable e) {
      faults.report("answering a request that has just arrived", e);
      reject(e);
    }
  }

  @Override
  public void reject(Throwable error) {
    try {
      // The request whose failure this is has been logged, if it is worth a line.
      ErrorMessage answer = ErrorMessage.fromExceptionNoStreamId(error, unexpected -> true);
      if (error instanceof Explained explained && canWarn()) {
        answer.setCustomPayload(explained.payload());
      }
      send(answer);
    } catch (Throwable e) {
      faults.report("rejecting a request that has just arrived", e);
    }
  }

  private void send(Message.Response response) {
    ClientMetrics.instance.markRequestDispatched();
    ((ServerConnection) request.connection()).requests.inc();
    response.attach(request.connection());
    dispatcher.send(converter.toFlushItem(parameter, channel, request, response));
  }

  @Override
  public void execute(Handover known) {
    try {
      // A server that stops waits for the requests that it has accepted.
      dispatcher.execute(channel, new ResumedExecute(request, known), converter, parameter);
      return;
    } catch (Throwable e) {
      faults.report("executing a request that has arrived", e);
      reject(e);
    }
    // Not on this thread: each member of a group that ends here would have the next one lead.
    channel.eventLoop().execute(known::ended);
  }
}
