package io.goodput.cassandra.arrival;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.Arrivals;
import io.goodput.cassandra.request.Arrived;
import io.goodput.cassandra.request.Request;
import io.netty.channel.Channel;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import org.apache.cassandra.concurrent.ExecutorLocals;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.QueryEvents;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.ClientResourceLimits.Overload;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.Message;
import org.apache.cassandra.transport.ServerConnection;
import org.apache.cassandra.transport.messages.ExecuteMessage;
import org.jspecify.annotations.Nullable;

/**
 * Cassandra's dispatcher of requests to request threads, which shows prepared statements to the
 * plug-in first. Everything else goes its usual way. Thread-safe.
 */
final class ArrivalDispatcher extends Dispatcher {

  private final Arrivals arrivals;
  private final MethodHandle flush;
  private final Faults faults;

  /**
   * A dispatcher.
   *
   * @param flush sends an answer: takes a dispatcher and what {@code FlushItemConverter} makes
   */
  ArrivalDispatcher(Arrivals arrivals, MethodHandle flush, Faults faults) {
    super(DatabaseDescriptor.useNativeTransportLegacyFlusher());
    this.arrivals = arrivals;
    this.flush = flush;
    this.faults = faults;
  }

  @Override
  public <P> void dispatch(
      Channel channel,
      Message.Request request,
      FlushItemConverter<P> converter,
      P parameter,
      Overload overload) {
    Arrived known = Arrivals.UNDECIDED;
    if (overload == Overload.NONE
        && request instanceof ExecuteMessage execute
        && arrivals.areSeen(request.createdAtNanos)) {
      known = see(channel, execute, converter, parameter);
    }
    if (known == Arrivals.UNDECIDED) {
      super.dispatch(channel, request, converter, parameter, overload);
    } else if (known != null) {
      execute(channel, new ArrivedExecute((ExecuteMessage) request, known), converter, parameter);
    }
  }

  private <P> @Nullable Arrived see(
      Channel channel, ExecuteMessage request, FlushItemConverter<P> converter, P parameter) {
    try {
      QueryHandler.Prepared prepared = QueryProcessor.instance.getPrepared(request.statementId);
      ServerConnection connection = (ServerConnection) request.connection();
      ClientState client = connection.getClientState();
      if (prepared == null || !isPlain(request, prepared, client)) {
        return Arrivals.UNDECIDED;
      }
      Request.parsed(prepared.statement, prepared.rawCQLStatement);
      return arrivals.see(
          prepared.statement,
          client,
          request.options,
          request.getCustomPayload(),
          request.createdAtNanos,
          new ConnectionReply<>(this, channel, request, prepared, converter, parameter, faults));
    } catch (RuntimeException e) {
      faults.report("looking at a request that arrives", e);
      return Arrivals.UNDECIDED;
    }
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
   * Has a request thread execute a request. It does not inherit the trace and the warnings of the
   * request that the calling thread executes.
   */
  <P> void execute(
      Channel channel, Message.Request request, FlushItemConverter<P> converter, P parameter) {
    ExecutorLocals own = ExecutorLocals.current();
    ExecutorLocals.clear();
    try {
      super.dispatch(channel, request, converter, parameter, Overload.NONE);
    } finally {
      own.close();
    }
  }

  /** Sends what a converter has made of an answer. */
  void send(Object item) {
    try {
      flush.invoke(this, item);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
