package io.goodput.cassandra;

import java.nio.ByteBuffer;
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
import org.apache.cassandra.utils.MD5Digest;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The entrance of the plug-in: {@code
 * -Dcassandra.custom_query_handler_class=io.goodput.cassandra.GoodputQueryHandler}.
 *
 * <p>Cassandra 4.1 also runs on Java 8, which cannot load the other classes of the plug-in. This
 * one is for Java 8 in the plug-in's jar, so that such a node starts, without Goodput, and says
 * why. Thread-safe.
 */
public final class GoodputQueryHandler implements QueryHandler {

  private static final String TOO_OLD_JAVA = "1.8";

  private final QueryHandler next = handler();

  private static QueryHandler handler() {
    if (!System.getProperty("java.specification.version").equals(TOO_OLD_JAVA)) {
      return new GuardedQueryHandler();
    }
    LoggerFactory.getLogger(GoodputQueryHandler.class)
        .error(
            "Goodput needs Java 11, and this node runs on Java 8 without Goodput:"
                + " run the node on Java 11, or remove -Dcassandra.custom_query_handler_class");
    return QueryProcessor.instance;
  }

  @Override
  public CQLStatement parse(String query, QueryState state, QueryOptions options) {
    return next.parse(query, state, options);
  }

  @Override
  public ResultMessage process(
      CQLStatement statement,
      QueryState state,
      QueryOptions options,
      Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    return next.process(statement, state, options, payload, time);
  }

  @Override
  public ResultMessage.Prepared prepare(
      String query, ClientState client, Map<String, ByteBuffer> payload) {
    return next.prepare(query, client, payload);
  }

  @Override
  public QueryHandler.@Nullable Prepared getPrepared(MD5Digest id) {
    return next.getPrepared(id);
  }

  @Override
  public ResultMessage processPrepared(
      CQLStatement statement,
      QueryState state,
      QueryOptions options,
      Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    return next.processPrepared(statement, state, options, payload, time);
  }

  @Override
  public ResultMessage processBatch(
      BatchStatement batch,
      QueryState state,
      BatchQueryOptions options,
      Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    return next.processBatch(batch, state, options, payload, time);
  }
}
