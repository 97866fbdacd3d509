package io.goodput.cassandra.option;

import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.cql3.statements.schema.AlterTableStatement;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.schema.TableParams;
import org.apache.cassandra.service.ClientState;

/** Keeps the option in an extension of the table, which no statement of Cassandra's changes. */
final class ExtensionStore implements OptionStore {

  static final OptionStore INSTANCE = new ExtensionStore();

  private ExtensionStore() {}

  @Override
  public RateLimitOption read(TableParams table) {
    return RateLimitOption.fromExtensions(table.extensions);
  }

  @Override
  public CQLStatement create(
      CreateTableStatement.Raw create, RateLimitOption option, ClientState client) {
    return TableStatement.create(create.prepare(client), create.table(), option);
  }

  @Override
  public CQLStatement alter(
      AlterTableStatement.Raw alter, RateLimitOption option, ClientState client) {
    return TableStatement.alter(alter.prepare(client), option);
  }

  @Override
  public CQLStatement keeping(AlterSchemaStatement statement, String query, ClientState client) {
    return statement;
  }

  @Override
  public String shown(String statement) {
    return DescribeOutput.withOption(statement);
  }
}
