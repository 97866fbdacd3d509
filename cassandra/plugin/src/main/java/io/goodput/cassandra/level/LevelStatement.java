package io.goodput.cassandra.level;

import org.apache.cassandra.audit.AuditLogContext;
import org.apache.cassandra.audit.AuditLogEntryType;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.ClientWarn;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/** A statement about service levels, for Cassandra to execute. Immutable. */
final class LevelStatement implements CQLStatement {

  private final LevelCommand command;
  private final ServiceLevels levels;
  private final LevelEffects effects;

  LevelStatement(LevelCommand command, ServiceLevels levels, LevelEffects effects) {
    this.command = command;
    this.levels = levels;
    this.effects = effects;
  }

  @Override
  public void authorize(ClientState client) {
    // What runs in the node's own process, such as a management agent, has no user.
    if (!client.isInternal) {
      client.validateLogin();
      command.authorize(client, levels.stored());
    }
  }

  @Override
  public void validate(ClientState client) {
    // What a statement needs is known only when it has read the table.
  }

  /** Cassandra's audit log has no type for service levels; they belong to roles. */
  @Override
  public AuditLogContext getAuditLogContext() {
    return new AuditLogContext(
        command instanceof LevelCommand.Change
            ? AuditLogEntryType.ALTER_ROLE
            : AuditLogEntryType.LIST_ROLES);
  }

  @Override
  public ResultMessage execute(
      QueryState state, QueryOptions options, Dispatcher.RequestTime requestTime) {
    StoredLevels stored = levels.table().read();
    if (command instanceof LevelCommand.Listing listing) {
      return listing.rows(stored);
    }
    LevelCommand.Change change = (LevelCommand.Change) command;
    change.apply(stored, levels.table());
    levels.refresh();
    warn(change.strengthened());
    return new ResultMessage.Void();
  }

  private void warn(@Nullable String name) {
    StoredLevels known = levels.stored();
    String gap = name == null || !known.exists(name) ? null : effects.gap(known.level(name));
    if (gap != null) {
      ClientWarn.instance.warn(gap);
    }
  }

  @Override
  public ResultMessage executeLocally(QueryState state, QueryOptions options) {
    throw new UnsupportedOperationException("Service levels belong to the whole cluster");
  }
}
