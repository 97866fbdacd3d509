package io.goodput.cassandra;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.option.TableOptions;
import io.goodput.cassandra.own.OwnStatements;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.Pipeline;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Function;
import org.apache.cassandra.cql3.BatchQueryOptions;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryOptions;
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

  private final QueryHandler next;
  private final Pipeline pipeline;
  private final TableOptions tableOptions;
  private final OwnStatements ownStatements;

  /** Starts Goodput. Never throws, because Cassandra would not start: the node runs without it. */
  GuardedQueryHandler() {
    this(new Faults(), Goodput::start);
  }

  /**
   * Never throws.
   *
   * @param start what starts Goodput; may throw
   */
  GuardedQueryHandler(Faults faults, Function<Faults, RequestPath> start) {
    RequestPath path = pathOf(start, faults);
    this.next = path.next();
    this.pipeline = path.pipeline();
    this.tableOptions = new TableOptions(faults);
    this.ownStatements = path.statements();
  }

  private static RequestPath pathOf(Function<Faults, RequestPath> start, Faults faults) {
    try {
      return start.apply(faults);
    } catch (Throwable e) {
      JVMStabilityInspector.inspectThrowable(e);
      logger.error("Goodput could not be started; this node runs without it", e);
      return RequestPath.unguarded(faults);
    }
  }

  @Override
  public CQLStatement parse(String query, QueryState state, QueryOptions options) {
    ClientState client = state.getClientState().cloneWithKeyspaceIfSet(options.getKeyspace());
    CQLStatement added = tableOptions.parse(query, client);
    if (added == null) {
      added = ownStatements.parse(query, client);
    }
    CQLStatement statement =
        added == null ? tableOptions.keep(next.parse(query, state, options), query, client) : added;
    CurrentRequest.parsed(statement, query);
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
        pipeline.run(CurrentRequest.statement(statement, state, options, payload, time));
    return tableOptions.describe(statement, answer);
  }

  @Override
  public ResultMessage.Prepared prepare(
      String query, ClientState client, Map<String, ByteBuffer> payload) {
    ResultMessage.Prepared own = ownStatements.prepare(query, client);
    return own == null ? next.prepare(query, client, payload) : own;
  }

  @Override
  public QueryHandler.@Nullable Prepared getPrepared(MD5Digest id) {
    QueryHandler.Prepared prepared = tableOptions.parseAgain(next.getPrepared(id));
    if (prepared == null) {
      return ownStatements.prepared(id);
    }
    CurrentRequest.parsed(prepared.statement, prepared.rawCQLStatement);
    return prepared;
  }

  @Override
  public ResultMessage processPrepared(
      CQLStatement statement,
      QueryState state,
      QueryOptions options,
      Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    ResultMessage answer =
        pipeline.run(CurrentRequest.prepared(statement, state, options, payload, time));
    return tableOptions.describe(statement, answer);
  }

  @Override
  public ResultMessage processBatch(
      BatchStatement batch,
      QueryState state,
      BatchQueryOptions options,
      Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    return pipeline.run(CurrentRequest.batch(batch, state, options, payload, time));
  }
}
