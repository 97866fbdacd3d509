package io.goodput.cassandra.option;

import io.goodput.cassandra.platform.Platform;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.cql3.statements.schema.AlterTableStatement;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.schema.TableParams;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.Event.SchemaChange;

/**
 * How the schema keeps the option: in an extension of the table, which no statement of Cassandra's
 * changes. Thread-safe.
 */
class OptionStore {

  /** The one of this node's release of Cassandra. */
  static OptionStore ofThisNode() {
    return Platform.ofThisNode().storesExtensions() ? new OptionStore() : new CommentStore();
  }

  /**
   * The option of a table.
   *
   * @throws RuntimeException if what is stored is damaged
   */
  RateLimitOption read(TableParams table) {
    return RateLimitOption.fromExtensions(table.extensions);
  }

  /** A statement that creates a table with the option, which its attributes do not have. */
  CQLStatement create(CreateTableStatement.Raw create, RateLimitOption option, ClientState client) {
    return new TableStatement(
        create.prepare(client), SchemaChange.Change.CREATED, create.table(), option);
  }

  /** A statement that alters a table and sets the option, which its attributes do not have. */
  CQLStatement alter(AlterTableStatement.Raw alter, RateLimitOption option, ClientState client) {
    AlterSchemaStatement statement = alter.prepare(client);
    return new TableStatement(
        statement, SchemaChange.Change.UPDATED, statement.getAuditLogContext().scope, option);
  }

  /** A statement that does the same as one without the option, and leaves the option as it is. */
  CQLStatement keep(AlterSchemaStatement statement, String query, ClientState client) {
    return statement;
  }

  /** A table's statement in the output of DESCRIBE, with the option instead of what keeps it. */
  String show(String statement) {
    return DescribeOutput.show(statement);
  }
}
