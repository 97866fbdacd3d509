package io.goodput.cassandra.option;

import io.goodput.cassandra.fault.Faults;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.statements.DescribeStatement;
import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/**
 * Adds the table option {@code per_partition_rate_limit} to Cassandra's statements. Where it fails,
 * the statement stays Cassandra's own. Thread-safe.
 */
public final class TableOptions {

  private final Faults faults;

  /** Reports what fails. */
  public TableOptions(Faults faults) {
    this.faults = faults;
  }

  /**
   * The option of a table, as the schema of this node's release of Cassandra keeps it.
   *
   * @throws RuntimeException if what is stored is damaged
   */
  public static RateLimitOption of(TableMetadata table) {
    return OptionStore.ofThisNode().read(table.params);
  }

  /**
   * The statement to run instead of the one that Cassandra would make of this query; null if the
   * query does not state the option.
   *
   * @throws RequestValidationException if the option's value is invalid
   */
  public @Nullable CQLStatement parse(String query, QueryState state, QueryOptions options) {
    try {
      return OptionParser.parse(
          query, state.getClientState().cloneWithKeyspaceIfSet(options.getKeyspace()));
    } catch (RequestValidationException e) {
      throw e;
    } catch (Throwable e) {
      faults.report("parsing a table's options", e);
      return null;
    }
  }

  /**
   * A prepared statement with the option, if its text states it; else the same statement.
   *
   * @throws RequestValidationException if the option's value is invalid
   */
  public QueryHandler.@Nullable Prepared withOption(QueryHandler.@Nullable Prepared prepared) {
    if (prepared == null || !(prepared.statement instanceof AlterSchemaStatement statement)) {
      return prepared;
    }
    try {
      ClientState client = ClientState.forInternalCalls(statement.keyspace());
      CQLStatement stated = OptionParser.parse(prepared.rawCQLStatement, client);
      CQLStatement parsed =
          stated == null
              ? OptionStore.ofThisNode().keeping(statement, prepared.rawCQLStatement, client)
              : stated;
      return parsed == statement
          ? prepared
          : new QueryHandler.Prepared(
              parsed, prepared.rawCQLStatement, prepared.fullyQualified, prepared.keyspace);
    } catch (RequestValidationException e) {
      throw e;
    } catch (Throwable e) {
      faults.report("parsing a table's options", e);
      return prepared;
    }
  }

  /**
   * A parsed statement that leaves the options of tables as they are.
   *
   * @throws RequestValidationException if Cassandra rejects the statement
   */
  public CQLStatement keeping(
      CQLStatement parsed, String query, QueryState state, QueryOptions options) {
    if (!(parsed instanceof AlterSchemaStatement statement)) {
      return parsed;
    }
    try {
      return OptionStore.ofThisNode()
          .keeping(
              statement,
              query,
              state.getClientState().cloneWithKeyspaceIfSet(options.getKeyspace()));
    } catch (RequestValidationException e) {
      throw e;
    } catch (Throwable e) {
      faults.report("keeping a table's options", e);
      return parsed;
    }
  }

  /** The answer to a statement, which shows the option if the statement is a DESCRIBE. */
  public ResultMessage withOption(CQLStatement statement, ResultMessage answer) {
    if (!(statement instanceof DescribeStatement)) {
      return answer;
    }
    try {
      return DescribeOutput.withOption(answer);
    } catch (Throwable e) {
      faults.report("describing a table", e);
      return answer;
    }
  }
}
