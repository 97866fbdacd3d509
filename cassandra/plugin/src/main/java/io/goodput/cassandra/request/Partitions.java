package io.goodput.cassandra.request;

import io.goodput.cassandra.platform.Platform;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.cassandra.cql3.BatchQueryOptions;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.restrictions.StatementRestrictions;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.ClientWarn;

/**
 * Finds the partitions that a statement names, each of them once. A range of one token is a
 * partition, too.
 *
 * <p>All methods throw {@link RequestValidationException} for a request that Cassandra rejects too.
 */
final class Partitions {

  private static final List<Partition> NONE = List.of();

  private Partitions() {}

  /**
   * The partitions of a statement; none if it has no partition key or lacks values. Checks the
   * values of its markers, which Cassandra checks only when it executes the statement.
   */
  static List<Partition> of(CQLStatement statement, ClientState client, QueryOptions options) {
    if (statement instanceof SelectStatement select) {
      List<Partition> read = of(select, select.table, select.getRestrictions(), client, options);
      if (!read.isEmpty()) {
        validateNumbers(select, options);
      }
      return read;
    }
    if (statement instanceof ModificationStatement modification) {
      List<Partition> written =
          of(
              modification,
              modification.metadata(),
              modification.getRestrictions(),
              client,
              options);
      if (!written.isEmpty()) {
        validateNumbers(modification, options);
      }
      return written;
    }
    if (statement instanceof BatchStatement batch) {
      options.prepare(Platform.ofThisNode().bindVariables(batch));
      return hasAllValues(batch, options)
          ? of(batch, client, BatchQueryOptions.withoutPerStatementVariables(options))
          : NONE;
    }
    return NONE;
  }

  /**
   * Evaluates bound numbers as Cassandra does, which fails with an internal error if one is empty.
   */
  private static void validateNumbers(CQLStatement statement, QueryOptions options) {
    try {
      if (statement instanceof SelectStatement select) {
        int unused = select.getLimit(options) + select.getPerPartitionLimit(options);
      } else {
        Platform.ofThisNode().validateTimes((ModificationStatement) statement, options);
      }
    } catch (NullPointerException e) {
      throw new InvalidRequestException("A limit or a timestamp of the request is empty");
    }
  }

  /** Whether the form of a statement lets it name several partitions. */
  static boolean areSeveral(CQLStatement statement) {
    if (statement instanceof SelectStatement select) {
      return select.getRestrictions().keyIsInRelation();
    }
    return !(statement instanceof ModificationStatement modification)
        || modification.getRestrictions().keyIsInRelation();
  }

  /** The partitions of a batch of the native protocol. */
  static List<Partition> of(BatchStatement batch, ClientState client, BatchQueryOptions options) {
    Set<Partition> partitions = new LinkedHashSet<>();
    for (int i = 0; i < batch.getStatements().size(); i++) {
      ModificationStatement statement = batch.getStatements().get(i);
      // A BEGIN BATCH numbers its markers across its statements, so BoundPartitionKey cannot help.
      QueryOptions values = options.forStatement(i);
      addKeys(statement.metadata(), statement.getRestrictions(), client, values, partitions);
      validateNumbers(statement, values);
    }
    return new ArrayList<>(partitions);
  }

  private static List<Partition> of(
      CQLStatement statement,
      TableMetadata table,
      StatementRestrictions restrictions,
      ClientState client,
      QueryOptions options) {
    options.prepare(Platform.ofThisNode().bindVariables(statement));
    if (!hasAllValues(statement, options)) {
      return NONE;
    }
    if (restrictions.isKeyRange()) {
      Token only = SingleToken.of(restrictions.getPartitionKeyBounds(options));
      return only == null ? NONE : List.of(new Partition(table, only));
    }
    ByteBuffer boundKey = BoundPartitionKey.of(statement, table, restrictions, options);
    if (boundKey != null) {
      return List.of(new Partition(table, boundKey));
    }
    Set<Partition> partitions = new LinkedHashSet<>();
    addKeys(table, restrictions, client, options, partitions);
    return new ArrayList<>(partitions);
  }

  private static void addKeys(
      TableMetadata table,
      StatementRestrictions restrictions,
      ClientState client,
      QueryOptions options,
      Set<Partition> partitions) {
    for (ByteBuffer key : keys(restrictions, client, options)) {
      QueryProcessor.validateKey(key);
      partitions.add(new Partition(table, key));
    }
  }

  /** The keys, without a warning for their number: Cassandra warns when it computes them again. */
  private static List<ByteBuffer> keys(
      StatementRestrictions restrictions, ClientState client, QueryOptions options) {
    ClientWarn.State warnings = restrictions.keyIsInRelation() ? ClientWarn.instance.get() : null;
    if (warnings == null) {
      return restrictions.getPartitionKeys(options, client);
    }
    ClientWarn.instance.set(null);
    try {
      return restrictions.getPartitionKeys(options, client);
    } finally {
      ClientWarn.instance.set(warnings);
    }
  }

  /** Cassandra rejects a request with too few values or too many. */
  private static boolean hasAllValues(CQLStatement statement, QueryOptions options) {
    return options.getValues().size() == Platform.ofThisNode().bindVariables(statement).size();
  }
}
