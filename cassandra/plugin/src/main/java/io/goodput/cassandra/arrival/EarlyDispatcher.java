package io.goodput.cassandra.arrival;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.EarlyAnswers;
import io.goodput.cassandra.request.Postponed;
import io.goodput.cassandra.request.RequestClock;
import io.netty.channel.Channel;
import java.util.Objects;
import org.apache.cassandra.concurrent.ExecutorLocals;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.QueryEvents;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.metrics.ClientMetrics;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.ClientResourceLimits.Overload;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.Message;
import org.apache.cassandra.transport.ServerConnection;
import org.apache.cassandra.transport.messages.ExecuteMessage;

/**
 * Cassandra's dispatcher of requests to request threads, which shows prepared statements to the
 * plug-in first. Everything else goes its usual way. Thread-safe.
 */
final class EarlyDispatcher extends Dispatcher {

  private final EarlyAnswers answers;
  private final DispatcherInternals internals;
  private final Faults faults;

  EarlyDispatcher(EarlyAnswers answers, DispatcherInternals internals, Faults faults) {
    super(DatabaseDescriptor.useNativeTransportLegacyFlusher());
    this.answers = answers;
    this.internals = internals;
    this.faults = faults;
  }

  @Override
  public <P> void dispatch(
      Channel channel,
      Message.Request request,
      FlushItemConverter<P> converter,
      P parameter,
      Overload overload) {
    boolean isTaken =
        overload == Overload.NONE
            && request instanceof ExecuteMessage execute
            && answers.areDecided(request.createdAtNanos)
            && isTaken(channel, execute, converter, parameter);
    if (!isTaken) {
      super.dispatch(channel, request, converter, parameter, overload);
    }
  }

  private <P> boolean isTaken(
      Channel channel, ExecuteMessage request, FlushItemConverter<P> converter, P parameter) {
    try {
      QueryHandler.Prepared prepared = QueryProcessor.instance.getPrepared(request.statementId);
      ServerConnection connection = (ServerConnection) request.connection();
      ClientState client = connection.getClientState();
      if (prepared == null || !isPlain(request, prepared, client)) {
        return false;
      }
      CurrentRequest.parsed(prepared.statement, prepared.rawCQLStatement);
      return answers.take(
          prepared.statement,
          client,
          request.options,
          request.getCustomPayload(),
          request.createdAtNanos,
          new ConnectionReply<>(this, channel, request, prepared, converter, parameter, faults));
    } catch (Throwable e) {
      faults.report("looking at a request that arrives", e);
      return false;
    }
  }

  /** Whether a server that stops may close its connections. */
  @Override
  public boolean isDone() {
    return super.isDone() && !answers.haveWaiting();
  }

  /** Whether only the client would notice that no request thread executes the statement. */
  private static boolean isPlain(
      ExecuteMessage request, QueryHandler.Prepared prepared, ClientState client) {
    return client.getUser() != null
        && request.connection().getTracker().isRunning()
        && request.options.getPageSize() != 0
        && !Platform.ofThisNode().isTraced(request.getSource())
        && (prepared.fullyQualified || Objects.equals(client.getRawKeyspace(), prepared.keyspace))
        // Audit and query logs hear of each request from the thread that executes it.
        && QueryEvents.instance.listenerCount() == 0;
  }

  /**
   * Has a request thread execute a request, and answer the client if there is an answer. It does
   * not inherit the trace and the warnings of the request that the calling thread executes.
   * Cassandra's own way, which watches how old its queue is, always answers.
   */
  <P> void execute(
      Channel channel, ResumedExecute request, FlushItemConverter<P> converter, P parameter) {
    ExecutorLocals own = ExecutorLocals.current();
    ExecutorLocals.clear();
    try {
      if (request.known().hasWaited()) {
        internals.threads().execute(() -> process(channel, request, converter, parameter));
      } else {
        super.dispatch(channel, request, converter, parameter, Overload.NONE);
      }
    } finally {
      own.close();
    }
  }

  private <P> void process(
      Channel channel, ResumedExecute request, FlushItemConverter<P> converter, P parameter) {
    try {
      long queued = request.createdAtNanos + request.known().heldNanos();
      RequestTime time = new RequestTime(queued, RequestClock.now());
      Message.Response answer = internals.process(channel, request, time);
      if (answer instanceof Postponed) {
        ((ServerConnection) request.connection()).requests.dec();
      } else {
        ClientMetrics.instance.markRequestDispatched();
        send(converter.toFlushItem(parameter, channel, request, answer));
      }
    } catch (Throwable e) {
      faults.report("executing a request that has arrived", e);
    } finally {
      request.known().ended();
    }
  }

  /** Sends what a converter has made of an answer. */
  void send(Object item) {
    internals.flush(this, item);
  }
}
