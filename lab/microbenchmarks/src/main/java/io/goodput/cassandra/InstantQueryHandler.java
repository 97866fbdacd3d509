package io.goodput.cassandra;

import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.cassandra.cql3.BatchQueryOptions;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.CustomPayloadMirroringQueryHandler;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.messages.ResultMessage;

/** A query handler that answers prepared statements and batches without executing them. */
public final class InstantQueryHandler extends CustomPayloadMirroringQueryHandler {

  private static final ResultMessage ANSWER = new ResultMessage.Void();

  @Override
  public ResultMessage processPrepared(
      CQLStatement statement,
      QueryState state,
      QueryOptions options,
      Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    return ANSWER;
  }

  @Override
  public ResultMessage processBatch(
      BatchStatement batch,
      QueryState state,
      BatchQueryOptions options,
      Map<String, ByteBuffer> payload,
      Dispatcher.RequestTime time) {
    return ANSWER;
  }
}
