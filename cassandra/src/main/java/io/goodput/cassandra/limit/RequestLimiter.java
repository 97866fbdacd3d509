package io.goodput.cassandra.limit;

import io.goodput.core.limit.PartitionLimits;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.apache.cassandra.cql3.BatchQueryOptions;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.tracing.Tracing;
import org.jspecify.annotations.Nullable;

/**
 * Counts the partitions of each request that this node coordinates, and refuses the request if one
 * of them is over its limit.
 *
 * <p>Where this node is a replica of the partition it decides alone. Where it is none, a request
 * that reads or writes one partition is passed on with a random number, and the replicas decide.
 * All other requests (IN, batches, lightweight transactions, serial reads, counters) are decided
 * here, so that none is carried out by halves.
 *
 * <p>Thread-safe and lock-free. A request on tables without limits costs a look-up of its table. A
 * request that names one partition reads one clock and draws one random number.
 */
public final class RequestLimiter {

  private final LimitedTables tables;
  private final RequestedPartitions requested;
  private final PartitionLimits limits;
  private final PartitionNames names;
  private final Faults faults;

  public RequestLimiter(
      LimitedTables tables, PartitionLimits limits, PartitionNames names, Faults faults) {
    this.tables = tables;
    this.requested = new RequestedPartitions(tables);
    this.limits = limits;
    this.names = names;
    this.faults = faults;
  }

  /**
   * Counts a request.
   *
   * @return how it was admitted; null if nothing that it names is limited
   * @throws RequestValidationException if it is refused
   */
  public @Nullable Admission admit(
      CQLStatement statement, ClientState client, QueryOptions options) {
    if (tables.isEmpty()) {
      return null;
    }
    return decide(() -> requested.of(statement, client, options), canBeJoint(statement, options));
  }

  /** The same for a batch of the native protocol. */
  public @Nullable Admission admit(
      BatchStatement batch, ClientState client, BatchQueryOptions options) {
    return tables.isEmpty() ? null : decide(() -> requested.of(batch, client, options), false);
  }

  /** Whether the request reaches replicas as plain reads or mutations, which can carry a number. */
  private static boolean canBeJoint(CQLStatement statement, QueryOptions options) {
    ConsistencyLevel consistency = options.getConsistency();
    if (consistency == null || consistency.isSerialConsistency()) {
      return false;
    }
    return statement instanceof SelectStatement
        || (statement instanceof ModificationStatement modification
            && !modification.hasConditions()
            && !modification.isCounter());
  }

  private @Nullable Admission decide(Supplier<List<Partition>> request, boolean canBeJoint) {
    Series refusing = null;
    try {
      List<Partition> partitions = request.get();
      if (partitions.isEmpty()) {
        return null;
      }
      long now = limits.now();
      double random = ThreadLocalRandom.current().nextDouble();
      Partition first = partitions.get(0);
      if (canBeJoint && partitions.size() == 1 && passOn(now, first)) {
        return Admission.joint(first.series(), random);
      }
      refusing = firstRefusing(now, random, partitions);
      count(partitions, refusing);
      if (refusing == null) {
        return Admission.decided(first.series());
      }
    } catch (RequestValidationException e) {
      // A request that is not valid, or not permitted: Cassandra's own handler says so.
      return null;
    } catch (Throwable e) {
      faults.report("deciding on a request", e);
      return null;
    }
    throw traced(refusing.refusal());
  }

  /**
   * Leaves the decision to the replicas, if this node is none of them. But not on a write while one
   * of them is down: Cassandra would store a hint for it, whatever the others decide.
   */
  private boolean passOn(long now, Partition partition) {
    Series series = partition.series();
    Token token = partition.token();
    if (!series.isEnforced()
        || Replicas.isLocal(series.table(), token)
        || (series.kind() == Kind.WRITES && !Replicas.areAlive(series.table(), token))) {
      return false;
    }
    long counter = series.counterOf(token);
    limits.passOn(now, counter, series.limit());
    names.observe(now, counter, series, token, partition.key());
    return true;
  }

  /** Counts every partition, also after one of them has turned out to be over its limit. */
  private @Nullable Series firstRefusing(long now, double random, List<Partition> partitions) {
    Series refusing = null;
    for (Partition partition : partitions) {
      Series series = partition.series();
      Token token = partition.token();
      long counter = series.counterOf(token);
      boolean admitted = limits.admit(now, counter, series.limit(), random);
      names.observe(now, counter, series, token, partition.key());
      if (!admitted && !series.isEnforced()) {
        series.wouldReject().inc();
      } else if (!admitted && refusing == null) {
        refusing = series;
      }
    }
    return refusing;
  }

  private static void count(List<Partition> partitions, @Nullable Series refusing) {
    for (Partition partition : partitions) {
      Series series = partition.series();
      (refusing == null ? series.accepted() : series.rejected()).inc();
    }
  }

  /**
   * Counts the outcome of a request that replicas have decided on.
   *
   * @throws RequestValidationException if one of them has refused it
   */
  public void complete(Admission admission) {
    if (!admission.isJoint()) {
      return;
    }
    Series series = admission.series();
    if (admission.isRefused()) {
      series.rejectedByReplicas().inc();
      throw traced(series.refusalByReplicas());
    }
    series.accepted().inc();
  }

  private static RateLimitReachedException traced(RateLimitReachedException refusal) {
    Tracing.trace(refusal.getMessage());
    return refusal;
  }
}
