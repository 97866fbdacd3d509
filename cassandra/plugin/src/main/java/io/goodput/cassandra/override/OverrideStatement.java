package io.goodput.cassandra.override;

import com.google.common.collect.ImmutableList;
import io.goodput.cassandra.platform.Platform;
import org.apache.cassandra.audit.AuditLogContext;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.ColumnSpecification;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.messages.ResultMessage;

/**
 * A statement that changes {@code goodput.overrides}. Cassandra executes it like any other on a
 * virtual table, and the table checks what it says: {@link Overrides#apply}. Immutable.
 */
final class OverrideStatement implements CQLStatement {

  private final ModificationStatement wrapped;

  OverrideStatement(ModificationStatement wrapped) {
    this.wrapped = wrapped;
  }

  /** Which table's permission is needed is known only with the statement's values. */
  @Override
  public void authorize(ClientState client) {
    client.validateLogin();
  }

  /** Unlike Cassandra's own check, allows a TTL. */
  @Override
  public void validate(ClientState client) {
    if (wrapped.isTimestampSet()) {
      throw new InvalidRequestException(
          "An override cannot have a TIMESTAMP: the last statement counts");
    }
    if (wrapped.hasConditions()) {
      throw new InvalidRequestException("An override cannot depend on a condition: leave out IF");
    }
    if (wrapped.getRestrictions().keyIsInRelation()) {
      throw new InvalidRequestException(
          "A statement changes one override: state one keyspace_name and one table_name");
    }
  }

  @Override
  public ResultMessage execute(
      QueryState state, QueryOptions options, Dispatcher.RequestTime requestTime) {
    return wrapped.execute(state, options, requestTime);
  }

  @Override
  public ResultMessage executeLocally(QueryState state, QueryOptions options) {
    return wrapped.executeLocally(state, options);
  }

  /** Cassandra 6.0 wants this type of list, and earlier lines any. */
  @Override
  public ImmutableList<ColumnSpecification> getBindVariables() {
    return ImmutableList.copyOf(Platform.ofThisNode().bindVariables(wrapped));
  }

  @Override
  public short[] getPartitionKeyBindVariableIndexes() {
    return wrapped.getPartitionKeyBindVariableIndexes();
  }

  @Override
  public Iterable<Function> getFunctions() {
    return wrapped.getFunctions();
  }

  @Override
  public AuditLogContext getAuditLogContext() {
    return wrapped.getAuditLogContext();
  }
}
