package io.goodput.cassandra;

import io.goodput.cassandra.deadline.RequestDeadlines;
import io.goodput.cassandra.deadline.RequestQueue;
import io.goodput.cassandra.limit.Admission;
import io.goodput.cassandra.option.DescribeOutput;
import io.goodput.cassandra.option.TableOptions;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.cassandra.cql3.BatchQueryOptions;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.cql3.statements.DescribeStatement;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.FBUtilities;
import org.apache.cassandra.utils.JVMStabilityInspector;
import org.apache.cassandra.utils.MD5Digest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way in: {@code
 * -Dcassandra.custom_query_handler_class=io.goodput.cassandra.GoodputQueryHandler}.
 *
 * <p>Sees every request of every client, and passes it on to Cassandra's own handler, or to another
 * one named in the settings. Queries that Cassandra makes itself do not come through here. Keeps
 * nothing from one call to the next.
 */
public final class GoodputQueryHandler implements QueryHandler {

  private static final Logger logger = LoggerFactory.getLogger(GoodputQueryHandler.class);

  private final @Nullable Goodput goodput;
  private final QueryHandler next;

  /** Never throws, since Cassandra would not start then: what fails is logged and left out. */
  public GoodputQueryHandler() {
    this.goodput = startedOrNull();
    this.next = nextHandler(goodput == null ? "" : goodput.settings().queryHandler());
  }

  private static @Nullable Goodput startedOrNull() {
    try {
      return Goodput.start();
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
      if (className.equals(GoodputQueryHandler.class.getName())) {
        throw new IllegalArgumentException("Goodput cannot pass requests on to itself");
      }
      return FBUtilities.construct(className, "query handler", QueryHandler.class);
    } catch (Exception e) {
      logger.error(
          "query_handler {} in goodput.yaml cannot be used; Cassandra's own is", className, e);
      return QueryProcessor.instance;
    }
  }

  @Override
  public CQLStatement parse(String query, QueryState state, QueryOptions options) {
    if (goodput != null) {
      try {
        goodput.keyspace().show();
        ClientState client = state.getClientState().cloneWithKeyspaceIfSet(options.getKeyspace());
        CQLStatement statement = TableOptions.statementWithOption(query, client);
        if (statement != null) {
          return statement;
        }
      } catch (RequestValidationException e) {
        throw e;
      } catch (Throwable e) {
        goodput.faults().report("parsing a table's options", e);
      }
    }
    return next.parse(query, state, options);
  }

  @Override
  public ResultMessage process(
      CQLStatement statement,
      QueryState state,
      QueryOptions options,
      Map<String, ByteBuffer> customPayload,
      Dispatcher.RequestTime requestTime) {
    RequestQueue queue =
        leaveQueue(statement, options.getConsistency(), customPayload, requestTime);
    enter(statement, options.getConsistency(), requestTime);
    Admission admission = admit(statement, state, options);
    boolean weighted = beginWeighted(statement, options.getConsistency());
    ResultMessage result;
    try {
      result =
          admission == null
              ? next.process(statement, state, options, customPayload, requestTime)
              : run(
                  admission,
                  () -> next.process(statement, state, options, customPayload, requestTime));
    } finally {
      endWeighted(weighted);
    }
    served(queue, requestTime);
    return statement instanceof DescribeStatement ? described(result) : result;
  }

  @Override
  public ResultMessage.Prepared prepare(
      String query, ClientState client, Map<String, ByteBuffer> customPayload) {
    return next.prepare(query, client, customPayload);
  }

  @Override
  public QueryHandler.@Nullable Prepared getPrepared(MD5Digest id) {
    QueryHandler.Prepared prepared = next.getPrepared(id);
    if (prepared == null || goodput == null) {
      return prepared;
    }
    try {
      return TableOptions.preparedWithOption(prepared);
    } catch (RequestValidationException e) {
      throw e;
    } catch (Throwable e) {
      goodput.faults().report("parsing a table's options", e);
      return prepared;
    }
  }

  @Override
  public ResultMessage processPrepared(
      CQLStatement statement,
      QueryState state,
      QueryOptions options,
      Map<String, ByteBuffer> customPayload,
      Dispatcher.RequestTime requestTime) {
    RequestQueue queue =
        leaveQueue(statement, options.getConsistency(), customPayload, requestTime);
    enter(statement, options.getConsistency(), requestTime);
    Admission admission = admit(statement, state, options);
    boolean weighted = beginWeighted(statement, options.getConsistency());
    ResultMessage result;
    try {
      result =
          admission == null
              ? next.processPrepared(statement, state, options, customPayload, requestTime)
              : run(
                  admission,
                  () ->
                      next.processPrepared(statement, state, options, customPayload, requestTime));
    } finally {
      endWeighted(weighted);
    }
    served(queue, requestTime);
    return result;
  }

  @Override
  public ResultMessage processBatch(
      BatchStatement batch,
      QueryState state,
      BatchQueryOptions options,
      Map<String, ByteBuffer> customPayload,
      Dispatcher.RequestTime requestTime) {
    RequestQueue queue = leaveQueue(batch, options.getConsistency(), customPayload, requestTime);
    enter(batch, options.getConsistency(), requestTime);
    Admission admission = admit(batch, state, options);
    ResultMessage result =
        admission == null
            ? next.processBatch(batch, state, options, customPayload, requestTime)
            : run(
                admission,
                () -> next.processBatch(batch, state, options, customPayload, requestTime));
    served(queue, requestTime);
    return result;
  }

  private @Nullable RequestQueue leaveQueue(
      CQLStatement statement,
      @Nullable ConsistencyLevel consistency,
      @Nullable Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    return goodput != null && goodput.settings().dropLateRequests()
        ? goodput.deadlines().leave(statement, consistency, payload, time)
        : null;
  }

  private void enter(
      CQLStatement statement, @Nullable ConsistencyLevel consistency, Dispatcher.RequestTime time) {
    if (goodput != null && goodput.settings().paceWrites()) {
      goodput.memtables().enter(statement, consistency, time);
    }
  }

  private static void served(@Nullable RequestQueue queue, Dispatcher.RequestTime time) {
    if (queue != null) {
      RequestDeadlines.served(queue, time);
    }
  }

  private @Nullable Admission admit(
      CQLStatement statement, QueryState state, QueryOptions options) {
    return goodput != null && goodput.settings().enforceLimits()
        ? goodput.limiter().admit(statement, state.getClientState(), options)
        : null;
  }

  private @Nullable Admission admit(
      BatchStatement batch, QueryState state, BatchQueryOptions options) {
    return goodput != null && goodput.settings().enforceLimits()
        ? goodput
            .limiter()
            .admit(
                batch,
                state.getClientState().cloneWithKeyspaceIfSet(options.getKeyspace()),
                options)
        : null;
  }

  private boolean beginWeighted(CQLStatement statement, @Nullable ConsistencyLevel consistency) {
    return goodput != null && goodput.weightedReads().begin(statement, consistency);
  }

  private void endWeighted(boolean weighted) {
    if (weighted && goodput != null) {
      goodput.weightedReads().end();
    }
  }

  private ResultMessage run(Admission admission, Supplier<ResultMessage> request) {
    return goodput == null ? request.get() : goodput.requests().run(admission, request);
  }

  private ResultMessage described(ResultMessage answer) {
    if (goodput != null) {
      try {
        return DescribeOutput.withOption(answer);
      } catch (Throwable e) {
        goodput.faults().report("describing a table", e);
      }
    }
    return answer;
  }
}
