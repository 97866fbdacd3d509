package io.goodput.cassandra.request;

import io.netty.util.concurrent.FastThreadLocal;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.cassandra.cql3.BatchQueryOptions;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.jspecify.annotations.Nullable;

/** The request that the calling thread executes. Thread-safe. */
public final class CurrentRequest {

  /** The only thread-local of the plug-in. Threads of requests and connections find it by index. */
  private static final FastThreadLocal<Request> OF_THREAD =
      new FastThreadLocal<>() {
        @Override
        protected Request initialValue() {
          return new Request(false);
        }
      };

  private CurrentRequest() {}

  /** Begins a statement in text. */
  public static Request statement(
      CQLStatement statement,
      QueryState state,
      QueryOptions options,
      @Nullable Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    return next().begin(false, statement, state, options, null, payload, time);
  }

  /** Begins a prepared statement. */
  public static Request prepared(
      CQLStatement statement,
      QueryState state,
      QueryOptions options,
      @Nullable Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    return next().begin(true, statement, state, options, null, payload, time);
  }

  /** Begins a batch of the native protocol. */
  public static Request batch(
      BatchStatement batch,
      QueryState state,
      BatchQueryOptions options,
      @Nullable Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    return next().begin(false, batch, state, null, options, payload, time);
  }

  private static Request next() {
    Request request = OF_THREAD.get();
    // Another query handler may send a request of its own through this one.
    return request.isUnderWay() ? new Request(true) : request;
  }

  /** Remembers the text of a statement that the calling thread is about to execute. */
  public static void parsed(CQLStatement statement, String text) {
    Request request = OF_THREAD.get();
    if (!request.isUnderWay()) {
      request.setParsed(statement, text);
    }
  }

  /** Implements {@link Handover#executing}. */
  static void executing(@Nullable Handover known) {
    Request request = OF_THREAD.get();
    if (!request.isUnderWay()) {
      request.course().setKnown(known == null ? Handover.NONE : known);
    }
  }

  /** The request; null if the thread executes none. */
  public static @Nullable Request get() {
    Request request = OF_THREAD.getIfExists();
    return request != null && request.isUnderWay() ? request : null;
  }
}
