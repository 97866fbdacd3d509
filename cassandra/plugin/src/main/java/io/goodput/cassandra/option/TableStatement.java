package io.goodput.cassandra.option;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.cassandra.audit.AuditLogContext;
import org.apache.cassandra.auth.AuthenticatedUser;
import org.apache.cassandra.auth.DataResource;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.Keyspaces;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.SchemaTransformation.SchemaTransformationResult;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.schema.TableParams;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.Event.SchemaChange;
import org.apache.cassandra.transport.messages.ResultMessage;

/**
 * Wraps one of Cassandra's {@code CREATE TABLE} or {@code ALTER TABLE} statements and stores the
 * option in the same schema change.
 *
 * <p>Cassandra's own statement decides on everything else: permissions, validation, guardrails, the
 * audit log, and the change itself.
 */
final class TableStatement implements CQLStatement.SingleKeyspaceCqlStatement {

  private final AlterSchemaStatement wrapped;
  private final SchemaChange.Change change;
  private final String table;
  private final RateLimitOption option;

  /**
   * Changes one table.
   *
   * @param change whether it creates or alters the table
   */
  TableStatement(
      AlterSchemaStatement wrapped,
      SchemaChange.Change change,
      String table,
      RateLimitOption option) {
    this.wrapped = wrapped;
    this.change = change;
    this.table = table;
    this.option = option;
  }

  @Override
  public String keyspace() {
    return wrapped.keyspace();
  }

  @Override
  public void authorize(ClientState state) {
    wrapped.authorize(state);
  }

  @Override
  public void validate(ClientState state) {
    wrapped.validate(state);
  }

  @Override
  public AuditLogContext getAuditLogContext() {
    return wrapped.getAuditLogContext();
  }

  @Override
  public ResultMessage execute(
      QueryState state, QueryOptions options, Dispatcher.RequestTime requestTime) {
    return execute(state, false);
  }

  @Override
  public ResultMessage executeLocally(QueryState state, QueryOptions options) {
    return execute(state, true);
  }

  private ResultMessage execute(QueryState state, boolean locally) {
    KeyspaceMetadata keyspace = Schema.instance.getKeyspaceMetadata(keyspace());
    if (keyspace != null && keyspace.isVirtual()) {
      throw new InvalidRequestException(
          String.format("Virtual keyspace '%s' is not user-modifiable", keyspace()));
    }
    SchemaTransformationResult result = Schema.instance.transform(this::changed, locally);
    if (result.diff.isEmpty()) {
      return new ResultMessage.Void();
    }
    if (change == SchemaChange.Change.CREATED) {
      grantTo(state.getClientState().getUser());
    }
    return new ResultMessage.SchemaChange(
        new SchemaChange(change, SchemaChange.Target.TABLE, keyspace(), table));
  }

  @SuppressWarnings("ReferenceEquality") // IF [NOT] EXISTS returns the same object for no change
  private Keyspaces changed(Keyspaces schema) {
    Keyspaces changed = wrapped.apply(schema);
    return changed == schema ? schema : store(changed);
  }

  private Keyspaces store(Keyspaces schema) {
    KeyspaceMetadata keyspace = schema.getNullable(keyspace());
    TableMetadata metadata = keyspace.tables.getNullable(table);
    Map<String, ByteBuffer> extensions = new HashMap<>(metadata.params.extensions);
    extensions.remove(RateLimitOption.NAME);
    if (!option.isNone()) {
      extensions.put(RateLimitOption.NAME, option.toStored());
    }
    TableParams params = metadata.params.unbuild().extensions(extensions).build();
    return schema.withAddedOrUpdated(
        keyspace.withSwapped(keyspace.tables.withSwapped(metadata.withSwapped(params))));
  }

  /** Grants the creator all permissions on the table, as Cassandra's own CREATE TABLE does. */
  private void grantTo(AuthenticatedUser creator) {
    if (creator == null || creator.isAnonymous()) {
      return;
    }
    DataResource created = DataResource.table(keyspace(), table);
    try {
      DatabaseDescriptor.getAuthorizer()
          .grant(
              AuthenticatedUser.SYSTEM_USER,
              created.applicablePermissions(),
              created,
              creator.getPrimaryRole());
    } catch (UnsupportedOperationException e) {
      // An authorizer need not support grants; Cassandra ignores this, too.
    }
  }
}
