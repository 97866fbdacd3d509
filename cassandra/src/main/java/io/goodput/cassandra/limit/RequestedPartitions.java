package io.goodput.cassandra.limit;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.BatchQueryOptions;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.restrictions.StatementRestrictions;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;

/**
 * The partitions that a request names, of tables and kinds of operation that are limited; each
 * once.
 *
 * <p>All methods throw {@link RequestValidationException} for a request that Cassandra will refuse
 * as well.
 */
final class RequestedPartitions {

  private static final List<Partition> NONE = List.of();

  private final LimitedTables tables;

  RequestedPartitions(LimitedTables tables) {
    this.tables = tables;
  }

  List<Partition> of(CQLStatement statement, ClientState client, QueryOptions options) {
    if (statement instanceof SelectStatement select) {
      return of(select, Kind.READS, select.table, select.getRestrictions(), client, options);
    }
    if (statement instanceof ModificationStatement modification) {
      return of(
          modification,
          Kind.WRITES,
          modification.metadata(),
          modification.getRestrictions(),
          client,
          options);
    }
    if (statement instanceof BatchStatement batch) {
      options.prepare(batch.getBindVariables());
      return hasAllValues(batch, options)
          ? of(batch, client, BatchQueryOptions.withoutPerStatementVariables(options))
          : NONE;
    }
    return NONE;
  }

  List<Partition> of(BatchStatement batch, ClientState client, BatchQueryOptions options) {
    Set<Partition> partitions = new LinkedHashSet<>();
    for (int i = 0; i < batch.getStatements().size(); i++) {
      ModificationStatement statement = batch.getStatements().get(i);
      Series series = tables.series(statement.metadata().id, Kind.WRITES);
      if (series != null) {
        // Markers of a BEGIN BATCH are numbered through all its statements, so no short cut here.
        addKeys(statement.getRestrictions(), series, client, options.forStatement(i), partitions);
      }
    }
    if (!partitions.isEmpty()) {
      authorize(batch, client);
    }
    return new ArrayList<>(partitions);
  }

  private List<Partition> of(
      CQLStatement statement,
      Kind kind,
      TableMetadata table,
      StatementRestrictions restrictions,
      ClientState client,
      QueryOptions options) {
    Series series = tables.series(table.id, kind);
    if (series == null || restrictions.isKeyRange()) {
      return NONE;
    }
    authorize(statement, client);
    options.prepare(statement.getBindVariables());
    if (!hasAllValues(statement, options)) {
      return NONE;
    }
    ByteBuffer boundKey = BoundPartitionKey.of(statement, table, restrictions, options);
    if (boundKey != null) {
      return List.of(new Partition(series, boundKey));
    }
    Set<Partition> partitions = new LinkedHashSet<>();
    addKeys(restrictions, series, client, options, partitions);
    return new ArrayList<>(partitions);
  }

  private static void addKeys(
      StatementRestrictions restrictions,
      Series series,
      ClientState client,
      QueryOptions options,
      Set<Partition> partitions) {
    for (ByteBuffer key : restrictions.getPartitionKeys(options, client)) {
      QueryProcessor.validateKey(key);
      partitions.add(new Partition(series, key));
    }
  }

  /** Cassandra's own handler refuses a request with too few values, or too many. */
  private static boolean hasAllValues(CQLStatement statement, QueryOptions options) {
    return options.getValues().size() == statement.getBindVariables().size();
  }

  /** Who may not touch a table must not use up its limits either. */
  private static void authorize(CQLStatement statement, ClientState client) {
    if (DatabaseDescriptor.getAuthorizer().requireAuthorization()) {
      statement.authorize(client);
    }
  }
}
