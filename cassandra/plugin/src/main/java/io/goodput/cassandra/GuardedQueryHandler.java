package io.goodput.cassandra;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.option.TableOptions;
import io.goodput.cassandra.own.OwnStatements;
import io.goodput.cassandra.request.Execution;
import io.goodput.cassandra.request.Pipeline;
import io.goodput.cassandra.request.Request;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.cql3.BatchQueryOptions;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.JVMStabilityInspector;
import org.apache.cassandra.utils.MD5Digest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives each request of each client, passes it through the guards, and hands it on to
 * Cassandra's own handler, or to another one that the settings name. Cassandra's internal queries
 * do not come through here. Thread-safe; keeps nothing between two calls.
 */
final class GuardedQueryHandler implements QueryHandler {

  private static final Logger logger = LoggerFactory.getLogger(GuardedQueryHandler.class);

  /** The class that Cassandra creates. The build compiles it after this one. */
  private static final String ENTRANCE = "io.goodput.cassandra.GoodputQueryHandler";

  private final QueryHandler next;
  private final Pipeline pipeline;
  private final TableOptions tableOptions;
  private final @Nullable OwnStatements ownStatements;
  private final Runnable showKeyspace;

  /** Never throws, because Cassandra would not start: a part that fails is logged and left out. */
  GuardedQueryHandler() {
    Faults faults = new Faults();
    Goodput goodput = startedOrNull(faults);
    this.next = nextHandler(goodput == null ? "" : goodput.queryHandler());
    Execution execution = Execution.on(next);
    this.pipeline =
        goodput == null ? new Pipeline(List.of(), execution, faults) : goodput.pipeline(execution);
    this.tableOptions = new TableOptions(faults);
    this.ownStatements = goodput == null ? null : goodput.statements();
    this.showKeyspace =
        goodput == null
            ? () -> {}
            : () -> faults.guard("showing the virtual keyspace", goodput::showKeyspace);
  }

  private static @Nullable Goodput startedOrNull(Faults faults) {
    try {
      Goodput goodput = new Goodput(faults);
      goodput.start();
      return goodput;
    } catch (Throwable e) {
      JVMStabilityInspector.inspectThrowable(e);
      logger.error("Goodput could not be started; this node runs without it", e);
      return null;
    }
  }

  private static QueryHandler nextHandler(String className) {
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

  @Override
  public CQLStatement parse(String query, QueryState state, QueryOptions options) {
    showKeyspace.run();
    CQLStatement own =
        ownStatements == null
            ? null
            : ownStatements.parse(
                query, state.getClientState().cloneWithKeyspaceIfSet(options.getKeyspace()));
    own = own == null ? tableOptions.parse(query, state, options) : own;
    CQLStatement statement =
        own == null
            ? tableOptions.keeping(next.parse(query, state, options), query, state, options)
            : own;
    Request.parsed(statement, query);
    return statement;
  }

  @Override
  public ResultMessage process(
      CQLStatement statement,
      QueryState state,
      QueryOptions options,
      Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    ResultMessage answer =
        pipeline.run(Request.statement(statement, state, options, payload, time));
    return tableOptions.withOption(statement, answer);
  }

  @Override
  public ResultMessage.Prepared prepare(
      String query, ClientState client, Map<String, ByteBuffer> payload) {
    ResultMessage.Prepared own =
        ownStatements == null ? null : ownStatements.prepare(query, client);
    return own == null ? next.prepare(query, client, payload) : own;
  }

  @Override
  public QueryHandler.@Nullable Prepared getPrepared(MD5Digest id) {
    QueryHandler.Prepared prepared = tableOptions.withOption(next.getPrepared(id));
    if (prepared == null) {
      return ownStatements == null ? null : ownStatements.prepared(id);
    }
    Request.parsed(prepared.statement, prepared.rawCQLStatement);
    return prepared;
  }

  @Override
  public ResultMessage processPrepared(
      CQLStatement statement,
      QueryState state,
      QueryOptions options,
      Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    return pipeline.run(Request.prepared(statement, state, options, payload, time));
  }

  @Override
  public ResultMessage processBatch(
      BatchStatement batch,
      QueryState state,
      BatchQueryOptions options,
      Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    return pipeline.run(Request.batch(batch, state, options, payload, time));
  }
}
