package io.goodput.cassandra.limit;

import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Request;
import io.goodput.core.limit.PartitionLimits;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Counts the partitions of each request that this node coordinates, and rejects the request if one
 * of them is over its limit.
 *
 * <p>If this node is a replica of the partition, it decides alone. If not, it sends a random number
 * along with a request on one partition, and the replicas decide. It decides on all other requests
 * (IN, index queries, batches, lightweight transactions, serial reads, counters) by itself, so that
 * none is half executed.
 *
 * <p>Thread-safe and lock-free. A request on tables without limits costs one lookup of its table,
 * and another one while overrides are in force. A request on one partition reads one clock and
 * draws one random number.
 */
final class LimitGuard implements Guard {

  private final LimitedTables tables;
  private final PartitionLimits limits;
  private final PartitionNames names;
  private final PartitionRejections rejections;
  private final OutgoingRequests outgoing;
  private final RecentRejections recent;

  LimitGuard(
      LimitedTables tables,
      PartitionLimits limits,
      PartitionNames names,
      PartitionRejections rejections,
      OutgoingRequests outgoing) {
    this.tables = tables;
    this.limits = limits;
    this.names = names;
    this.rejections = rejections;
    this.outgoing = outgoing;
    this.recent = new RecentRejections(limits.now());
  }

  @Override
  public String activity() {
    return "deciding on a request";
  }

  @Override
  public @Nullable CassandraException enter(Request request) {
    if (tables.isEmpty() || !isLimited(request)) {
      return null;
    }
    List<Partition> partitions;
    try {
      // A client without permission must not use up the limit of a table.
      request.authorize();
      partitions = request.partitions();
    } catch (RequestValidationException | RequestExecutionException e) {
      // Cassandra fails in the same way and tells the client why.
      return null;
    }
    return partitions.isEmpty() ? null : decide(request, partitions);
  }

  @Override
  public boolean isActiveOnArrival(long now) {
    return recent.isAny(now);
  }

  /**
   * Rejects a request if the same role's same statement has lately been rejected on this partition,
   * and is over the limit again.
   */
  @Override
  public @Nullable CassandraException arrive(Request request) {
    TableMetadata table = request.table();
    Operation operation = Operation.of(request);
    boolean isLimited = table != null && tables.isLimited(table.id, operation);
    Partition only = isLimited ? request.onlyPartition() : null;
    TableLimit limit = only == null ? null : tables.limit(only, operation);
    if (only == null || limit == null) {
      return null;
    }
    long now = limits.now();
    RecentRejections.Rejection rejection = recent.find(request, only, now);
    if (rejection == null || (canReplicasDecide(request) && doReplicasDecide(only, limit))) {
      return null;
    }
    double random = ThreadLocalRandom.current().nextDouble();
    if (admits(now, random, only, limit, false)) {
      request.course().admit();
      return null;
    }
    if (request.course().isTrial()) {
      limits.withdrawRejection(now, limit.counterOf(only.token()));
    } else {
      limit.rejected().inc();
    }
    return byCoordinator(limit, only, rejection.mayKnowRate());
  }

  private RateLimitReachedException byCoordinator(
      TableLimit limit, Partition partition, boolean mayKnowRate) {
    return mayKnowRate
        ? rejections.byCoordinator(limit, partition.token())
        : limit.rejection(false);
  }

  /**
   * The rate of a partition is that of all its clients, so a client must be able to read it. Reads
   * permissions, but only those of clients that write.
   */
  private static boolean mayKnowRate(Request request, TableLimit limit) {
    try {
      return limit.operation() == Operation.READS || request.maySeeKeysOf(limit.table());
    } catch (RequestValidationException | RequestExecutionException e) {
      // Permissions cannot be read now. The request is rejected nevertheless.
      return false;
    }
  }

  private boolean isLimited(Request request) {
    TableMetadata table = request.table();
    if (table != null) {
      return tables.isLimited(table.id, Operation.of(request));
    }
    List<ModificationStatement> batch = request.batched();
    for (int i = 0; i < batch.size(); i++) {
      if (tables.isLimited(batch.get(i).metadata().id, Operation.WRITES)) {
        return true;
      }
    }
    return false;
  }

  private @Nullable CassandraException decide(Request request, List<Partition> partitions) {
    Operation operation = Operation.of(request);
    if (request.course().isAdmitted()) {
      countOutcome(partitions, operation, false);
      TableLimit limit = tables.limit(partitions.get(0), operation);
      if (limit != null) {
        request.set(Admission.SLOT, new Admission(limit, Stamp.DECIDED));
      }
      return null;
    }
    long now = limits.now();
    double random = ThreadLocalRandom.current().nextDouble();
    if (partitions.size() == 1 && canReplicasDecide(request)) {
      Partition only = partitions.get(0);
      TableLimit limit = tables.limit(only, operation);
      if (limit != null && passOn(now, only, limit)) {
        request.set(Admission.SLOT, new Admission(limit, Stamp.joint(random)));
        return null;
      }
    }
    TableLimit first = null;
    TableLimit rejecting = null;
    Partition rejected = null;
    for (int i = 0; i < partitions.size(); i++) {
      Partition partition = partitions.get(i);
      TableLimit limit = tables.limit(partition, operation);
      if (limit == null) {
        continue;
      }
      first = first == null ? limit : first;
      // Every partition is counted, even after one has turned out to be over its limit.
      if (!admits(now, random, partition, limit, request.course().isInTurn())
          && rejecting == null) {
        rejecting = limit;
        rejected = partition;
      }
    }
    if (rejecting == null || !request.course().isTrial()) {
      countOutcome(partitions, operation, rejecting != null);
    }
    if (rejecting != null && rejected != null) {
      if (request.course().isTrial()) {
        limits.withdrawRejection(now, rejecting.counterOf(rejected.token()));
      }
      boolean mayKnowRate = mayKnowRate(request, rejecting);
      if (request.isPrepared() && partitions.size() == 1) {
        recent.record(request, partitions.get(0), mayKnowRate, now);
      }
      return byCoordinator(rejecting, rejected, mayKnowRate);
    }
    if (first != null) {
      request.set(Admission.SLOT, new Admission(first, Stamp.DECIDED));
    }
    return null;
  }

  /** Whether the request reaches replicas as plain reads or mutations, which carry a stamp. */
  private static boolean canReplicasDecide(Request request) {
    ConsistencyLevel consistency = request.consistency();
    return consistency != null
        && !consistency.isSerialConsistency()
        && switch (request.kind()) {
          case READS, WRITES -> true;
          default -> false;
        };
  }

  /**
   * Leaves the decision to the replicas if this node is not one of them. It decides itself where an
   * override denies all, and on tables of Accord, because their messages carry no stamp. So it does
   * on two kinds of writes: while a replica is down, because Cassandra would store a hint for it
   * whatever the others decide, and to tables with views or triggers, because Cassandra makes a
   * batch of them.
   */
  private static boolean doReplicasDecide(Partition partition, TableLimit limit) {
    TableMetadata table = limit.table();
    return limit.isEnforced()
        && !limit.deniesAll()
        && Platform.ofThisNode().sendsPlainMessages(table)
        && !Replicas.isLocal(table, partition.token())
        && (limit.operation() != Operation.WRITES
            || (!Replicas.isBatched(table) && Replicas.areAlive(table, partition.token())));
  }

  private boolean passOn(long now, Partition partition, TableLimit limit) {
    if (!doReplicasDecide(partition, limit)) {
      return false;
    }
    long counter = limit.counterOf(partition.token());
    limits.passOn(now, counter, limit.limit());
    names.observe(now, counter, limit, partition.token(), partition.key());
    return true;
  }

  private boolean admits(
      long now, double random, Partition partition, TableLimit limit, boolean inTurn) {
    long counter = limit.counterOf(partition.token());
    boolean admitted =
        inTurn
            ? limits.admitInTurn(now, counter, limit.limit(), random)
            : limits.admit(now, counter, limit.limit(), random);
    names.observe(now, counter, limit, partition.token(), partition.key());
    if (!admitted && !limit.isEnforced()) {
      limit.wouldReject().inc();
      return true;
    }
    return admitted;
  }

  private void countOutcome(List<Partition> partitions, Operation operation, boolean rejected) {
    for (int i = 0; i < partitions.size(); i++) {
      TableLimit limit = tables.limit(partitions.get(i), operation);
      if (limit != null) {
        (rejected ? limit.rejected() : limit.accepted()).inc();
      }
    }
  }

  @Override
  public @Nullable CassandraException leave(Request request, @Nullable Throwable failure) {
    Admission admission = request.get(Admission.SLOT);
    if (admission == null) {
      return null;
    }
    request.set(Admission.SLOT, null);
    if (!admission.stamp().isJoint()) {
      return null;
    }
    boolean rejected = outgoing.isRejected(admission);
    boolean isExecuted = failure == null || failure instanceof RequestExecutionException;
    if (!isExecuted) {
      return null;
    }
    TableLimit limit = admission.limit();
    if (rejected) {
      if (!request.course().isTrial()) {
        limit.rejectedByReplicas().inc();
      }
      return mayKnowRate(request, limit)
          ? rejections.byReplicas(limit, request.partitions().get(0).token())
          : limit.rejection(true);
    }
    limit.accepted().inc();
    return null;
  }
}
