package io.goodput.cassandra;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.own.OwnStatements;
import io.goodput.cassandra.request.Execution;
import io.goodput.cassandra.request.Pipeline;
import java.util.List;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryProcessor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the requests of clients pass on a node.
 *
 * @param next parses statements, and executes those that the guards admit
 * @param pipeline the guards, and then that handler
 * @param statements those that Goodput adds to CQL
 */
record RequestPath(QueryHandler next, Pipeline pipeline, OwnStatements statements) {

  private static final Logger logger = LoggerFactory.getLogger(RequestPath.class);

  /** The class that Cassandra creates. The build compiles it after this one. */
  private static final String ENTRANCE = "io.goodput.cassandra.GoodputQueryHandler";

  /** The path of a node without Goodput. */
  static RequestPath unguarded(Faults faults) {
    QueryHandler next = QueryProcessor.instance;
    return new RequestPath(
        next,
        new Pipeline(List.of(), Execution.on(next), faults),
        new OwnStatements(List.of(), faults));
  }

  /**
   * The query handler to wrap: Cassandra's own if the name is empty, or if it names none that can
   * be used.
   */
  static QueryHandler handler(String className) {
    if (className.isEmpty()) {
      return QueryProcessor.instance;
    }
    try {
      if (className.equals(ENTRANCE)) {
        throw new IllegalArgumentException("Goodput cannot pass requests on to itself");
      }
      return Class.forName(className)
          .asSubclass(QueryHandler.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      logger.error(
          "query_handler {} in goodput.yaml cannot be used; Cassandra's own is", className, e);
      return QueryProcessor.instance;
    }
  }
}
