package io.goodput.cassandra.request;

import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.transport.messages.ResultMessage;

/** A step on the way of a request that ends with its answer. Thread-safe. */
@FunctionalInterface
public interface Execution {

  /** Has a query handler execute requests. */
  static Execution on(QueryHandler handler) {
    return request -> request.executeOn(handler);
  }

  /** Answers a request, on the request's own thread, or throws what answers the client. */
  ResultMessage execute(Request request);
}
