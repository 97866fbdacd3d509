package io.goodput.cassandra.option;

import io.goodput.cassandra.platform.Platform;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.cql3.statements.schema.AlterTableStatement;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.schema.TableParams;
import org.apache.cassandra.service.ClientState;

/** How the schema keeps the option. Thread-safe. */
interface OptionStore {

  /** The one of this node's release of Cassandra. */
  static OptionStore ofThisNode() {
    return Platform.ofThisNode().storesExtensions()
        ? ExtensionStore.INSTANCE
        : CommentStore.INSTANCE;
  }

  /**
   * The option of a table.
   *
   * @throws RuntimeException if what is stored is damaged
   */
  RateLimitOption read(TableParams table);

  /** A statement that creates a table with the option, which its attributes do not have. */
  CQLStatement create(CreateTableStatement.Raw create, RateLimitOption option, ClientState client);

  /** A statement that alters a table and sets the option, which its attributes do not have. */
  CQLStatement alter(AlterTableStatement.Raw alter, RateLimitOption option, ClientState client);

  /** A statement that does the same as one without the option, and leaves the option as it is. */
  CQLStatement keeping(AlterSchemaStatement statement, String query, ClientState client);

  /** A statement of DESCRIBE, with the option instead of what keeps it. */
  String shown(String statement);
}
