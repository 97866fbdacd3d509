package io.goodput.cassandra.limit;

import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.Verdict;
import io.goodput.core.limit.PartitionLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.db.ConsistencyLevel;
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
 * none is half executed, and on the read of a group that comes back until it is admitted, so that
 * the group gets its part.
 *
 * <p>Where it may not block, it decides only if the same role's same statement has lately been
 * rejected on the partition, because it must not ask for permissions there.
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
  private final Replicas replicas;
  private final DoubleSupplier random;
  private final RecentRejections recent;

  /**
   * A guard.
   *
   * @param random uniform in [0, 1)
   */
  LimitGuard(
      LimitedTables tables,
      PartitionLimits limits,
      PartitionNames names,
      PartitionRejections rejections,
      OutgoingRequests outgoing,
      Replicas replicas,
      DoubleSupplier random) {
    this.tables = tables;
    this.limits = limits;
    this.names = names;
    this.rejections = rejections;
    this.outgoing = outgoing;
    this.replicas = replicas;
    this.random = random;
    this.recent = new RecentRejections(limits.now());
  }

  @Override
  public String activity() {
    return "deciding on a request";
  }

  @Override
  public boolean isIdle(Request request) {
    return tables.isEmpty() || !isLimited(request);
  }

  @Override
  public boolean isActiveOnArrival(long now) {
    return recent.isAny(now);
  }

  @Override
  public Verdict decide(Request request, Occasion occasion) {
    if (isIdle(request)) {
      return Verdict.ADMIT;
    }
    return occasion.mayBlock() ? decideAuthorized(request, occasion) : decideEarly(request);
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

  private Verdict decideEarly(Request request) {
    Partition only = request.onlyPartition();
    if (only == null) {
      return Verdict.UNDECIDED;
    }
    long now = limits.now();
    RecentRejections.Rejection known = recent.find(request, only, now);
    TableLimit limit = tables.limit(only, Operation.of(request));
    if (known == null || limit == null || doReplicasDecide(request, only, limit)) {
      return Verdict.UNDECIDED;
    }
    if (admits(now, random.getAsDouble(), only, limit, false)) {
      request.course().admit();
      return Verdict.ADMIT;
    }
    return rejections.byCoordinator(
        limit, only.token(), known.mayKnowRate(), now, List.of(), List.of());
  }

  private Verdict decideAuthorized(Request request, Occasion occasion) {
    List<Partition> partitions;
    try {
      // A client without permission must not use up the limit of a table.
      request.authorize();
      partitions = request.partitions();
    } catch (RequestValidationException | RequestExecutionException e) {
      // Cassandra fails in the same way and tells the client why.
      return Verdict.ADMIT;
    }
    if (partitions.isEmpty()) {
      return Verdict.ADMIT;
    }
    long now = limits.now();
    Operation operation = Operation.of(request);
    TableLimit limit = tables.limit(partitions.get(0), operation);
    if (request.course().isAdmitted()) {
      return limit == null ? Verdict.ADMIT : admit(request, limit, partitions, operation);
    }
    double number = random.getAsDouble();
    if (partitions.size() == 1
        && limit != null
        && occasion != Occasion.TURN
        && doReplicasDecide(request, partitions.get(0), limit)) {
      passOn(now, partitions.get(0), limit);
      request.set(Admission.SLOT, new Admission(limit, Stamp.joint(number)));
      return Verdict.ADMIT;
    }
    return decideHere(request, occasion, partitions, now, number);
  }

  private Verdict decideHere(
      Request request, Occasion occasion, List<Partition> partitions, long now, double number) {
    Operation operation = Operation.of(request);
    TableLimit first = null;
    TableLimit rejecting = null;
    Partition rejected = null;
    List<Long> alsoOver = List.of();
    for (int i = 0; i < partitions.size(); i++) {
      Partition partition = partitions.get(i);
      TableLimit limit = tables.limit(partition, operation);
      if (limit == null) {
        continue;
      }
      first = first == null ? limit : first;
      // Every partition is counted, even after one has turned out to be over its limit.
      if (!admits(now, number, partition, limit, occasion == Occasion.TURN)) {
        if (rejecting == null) {
          rejecting = limit;
          rejected = partition;
        } else {
          alsoOver = alsoOver.isEmpty() ? new ArrayList<>() : alsoOver;
          alsoOver.add(limit.counterOf(partition.token()));
        }
      }
    }
    if (first == null) {
      return Verdict.ADMIT;
    }
    if (rejecting == null || rejected == null) {
      return admit(request, first, partitions, operation);
    }
    boolean mayKnowRate = mayKnowRate(request, rejecting);
    if (request.isPrepared() && partitions.size() == 1) {
      recent.record(request, rejected, mayKnowRate, now);
    }
    List<TableLimit> others =
        partitions.size() == 1 ? List.of() : others(partitions, operation, rejected);
    return rejections.byCoordinator(
        rejecting, rejected.token(), mayKnowRate, now, others, alsoOver);
  }

  private Verdict admit(
      Request request, TableLimit first, List<Partition> partitions, Operation operation) {
    for (int i = 0; i < partitions.size(); i++) {
      TableLimit limit = tables.limit(partitions.get(i), operation);
      if (limit != null) {
        limit.accepted().inc();
      }
    }
    request.set(Admission.SLOT, new Admission(first, Stamp.DECIDED));
    return Verdict.ADMIT;
  }

  private List<TableLimit> others(
      List<Partition> partitions, Operation operation, Partition rejected) {
    List<TableLimit> others = new ArrayList<>();
    for (Partition partition : partitions) {
      TableLimit limit = partition.equals(rejected) ? null : tables.limit(partition, operation);
      if (limit != null) {
        others.add(limit);
      }
    }
    return others;
  }

  /**
   * The rate of a partition is that of all its clients, so a client must be able to read it. Reads
   * permissions, but only those of clients that write.
   */
  private static boolean mayKnowRate(Request request, TableLimit limit) {
    try {
      return limit.operation() == Operation.READS || request.client().maySeeKeysOf(limit.table());
    } catch (RequestValidationException | RequestExecutionException e) {
      // Permissions cannot be read now. The request is rejected nevertheless.
      return false;
    }
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
  private boolean doReplicasDecide(Request request, Partition partition, TableLimit limit) {
    TableMetadata table = limit.table();
    return canReplicasDecide(request)
        && limit.isEnforced()
        && !limit.deniesAll()
        && replicas.getPlainMessages(table)
        && !replicas.isLocal(table, partition.token())
        && (limit.operation() != Operation.WRITES
            || (!replicas.isBatched(table) && replicas.areAlive(table, partition.token())));
  }

  private void passOn(long now, Partition partition, TableLimit limit) {
    long counter = limit.counterOf(partition.token());
    limits.passOn(now, counter, limit.limit());
    names.observe(now, counter, limit, partition.token(), partition.key());
  }

  private boolean admits(
      long now, double number, Partition partition, TableLimit limit, boolean inTurn) {
    long counter = limit.counterOf(partition.token());
    boolean admitted =
        inTurn
            ? limits.admitInTurn(now, counter, limit.limit())
            : limits.admit(now, counter, limit.limit(), number);
    names.observe(now, counter, limit, partition.token(), partition.key());
    if (!admitted && !limit.isEnforced()) {
      limit.wouldReject().inc();
      limits.countRejection(now, counter);
      return true;
    }
    return admitted;
  }

  @Override
  public @Nullable Rejection leave(Request request, @Nullable Throwable failure) {
    Admission admission = request.get(Admission.SLOT);
    if (admission == null) {
      return null;
    }
    request.set(Admission.SLOT, null);
    if (!admission.stamp().isJoint()) {
      return null;
    }
    boolean isRejected = outgoing.isRejected(admission);
    boolean isExecuted = failure == null || failure instanceof RequestExecutionException;
    if (!isExecuted) {
      return null;
    }
    TableLimit limit = admission.limit();
    if (isRejected) {
      Partition only = request.partitions().get(0);
      return rejections.byReplicas(limit, only.token(), mayKnowRate(request, limit));
    }
    limit.accepted().inc();
    return null;
  }
}
