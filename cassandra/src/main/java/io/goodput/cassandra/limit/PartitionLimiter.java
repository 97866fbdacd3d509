package io.goodput.cassandra.limit;

import io.goodput.core.limit.PartitionLimits;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.BatchQueryOptions;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.restrictions.StatementRestrictions;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.tracing.Tracing;
import org.jspecify.annotations.Nullable;

/**
 * Counts the partitions of each request, and refuses the request if one of them is over its limit.
 *
 * <p>Thread-safe and lock-free. A request on tables without limits costs a look-up of its table. A
 * request that names one partition reads one clock and draws one random number.
 */
public final class PartitionLimiter {

  private final LimitedTables tables;
  private final PartitionLimits limits;
  private final PartitionNames names;
  private final Faults faults;

  public PartitionLimiter(
      LimitedTables tables, PartitionLimits limits, PartitionNames names, Faults faults) {
    this.tables = tables;
    this.limits = limits;
    this.names = names;
    this.faults = faults;
  }

  /**
   * Counts a request.
   *
   * @throws RequestValidationException if it is to be refused
   */
  public void admit(CQLStatement statement, ClientState client, QueryOptions options) {
    if (tables.isEmpty()) {
      return;
    }
    RateLimitReachedException refusal = null;
    try {
      refusal = refusal(statement, client, options);
    } catch (RequestValidationException e) {
      // A request that is not valid, or not permitted: Cassandra's own handler says so.
      return;
    } catch (Throwable e) {
      faults.report("deciding on a request", e);
    }
    if (refusal != null) {
      throw traced(refusal);
    }
  }

  /** The same for a batch of the native protocol. */
  public void admit(BatchStatement batch, ClientState client, BatchQueryOptions options) {
    if (tables.isEmpty()) {
      return;
    }
    RateLimitReachedException refusal = null;
    try {
      refusal = batch(batch, client, options);
    } catch (RequestValidationException e) {
      return;
    } catch (Throwable e) {
      faults.report("deciding on a batch", e);
    }
    if (refusal != null) {
      throw traced(refusal);
    }
  }

  private static RateLimitReachedException traced(RateLimitReachedException refusal) {
    Tracing.trace(refusal.getMessage());
    return refusal;
  }

  private @Nullable RateLimitReachedException refusal(
      CQLStatement statement, ClientState client, QueryOptions options) {
    if (statement instanceof SelectStatement select) {
      return single(select, Kind.READS, select.table, select.getRestrictions(), client, options);
    }
    if (statement instanceof ModificationStatement modification) {
      return single(
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
          ? batch(batch, client, BatchQueryOptions.withoutPerStatementVariables(options))
          : null;
    }
    return null;
  }

  private @Nullable RateLimitReachedException single(
      CQLStatement statement,
      Kind kind,
      TableMetadata table,
      StatementRestrictions restrictions,
      ClientState client,
      QueryOptions options) {
    Series series = limitedSeries(table, kind);
    if (series == null || restrictions.isKeyRange()) {
      return null;
    }
    authorize(statement, client);
    options.prepare(statement.getBindVariables());
    if (!hasAllValues(statement, options)) {
      return null;
    }
    ByteBuffer boundKey = BoundPartitionKey.of(statement, table, restrictions, options);
    if (boundKey != null) {
      return decide(series, boundKey);
    }
    Set<Partition> partitions = new LinkedHashSet<>();
    for (ByteBuffer key : restrictions.getPartitionKeys(options, client)) {
      partitions.add(partition(series, key));
    }
    return decide(partitions);
  }

  private @Nullable RateLimitReachedException batch(
      BatchStatement batch, ClientState client, BatchQueryOptions options) {
    List<ModificationStatement> statements = batch.getStatements();
    Set<Partition> partitions = new LinkedHashSet<>();
    for (int i = 0; i < statements.size(); i++) {
      ModificationStatement statement = statements.get(i);
      Series series = limitedSeries(statement.metadata(), Kind.WRITES);
      if (series != null) {
        // Markers of a BEGIN BATCH are numbered through all its statements, so no short cut here.
        for (ByteBuffer key :
            statement.getRestrictions().getPartitionKeys(options.forStatement(i), client)) {
          partitions.add(partition(series, key));
        }
      }
    }
    if (partitions.isEmpty()) {
      return null;
    }
    authorize(batch, client);
    return decide(partitions);
  }

  private @Nullable Series limitedSeries(TableMetadata table, Kind kind) {
    LimitedTable limited = tables.get(table.id);
    return limited == null ? null : limited.series(kind);
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

  private @Nullable RateLimitReachedException decide(Series series, ByteBuffer key) {
    double random = ThreadLocalRandom.current().nextDouble();
    if (admits(limits.now(), random, series, key)) {
      series.accepted().inc();
      return null;
    }
    series.rejected().inc();
    return series.refusal();
  }

  /** Counts every partition, also after one of them has turned out to be over its limit. */
  private @Nullable RateLimitReachedException decide(Set<Partition> partitions) {
    long now = limits.now();
    double random = ThreadLocalRandom.current().nextDouble();
    RateLimitReachedException refusal = null;
    for (Partition partition : partitions) {
      if (!admits(now, random, partition.series, partition.key) && refusal == null) {
        refusal = partition.series.refusal();
      }
    }
    for (Partition partition : partitions) {
      Series series = partition.series;
      (refusal == null ? series.accepted() : series.rejected()).inc();
    }
    return refusal;
  }

  private boolean admits(long now, double random, Series series, ByteBuffer key) {
    Token token = series.table().partitioner.getToken(key);
    long counter = series.counterOf(token);
    boolean admitted = limits.admit(now, counter, series.limit(), random);
    names.observe(now, counter, series, token, key, admitted, random);
    return admitted;
  }

  private static Partition partition(Series series, ByteBuffer key) {
    QueryProcessor.validateKey(key);
    return new Partition(series, key);
  }

  private record Partition(Series series, ByteBuffer key) {}
}
