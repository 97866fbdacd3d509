package io.goodput.cassandra.limit;

import io.goodput.cassandra.fault.Faults;
import io.goodput.core.limit.PartitionLimits;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.Mutation;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.net.ForwardingInfo;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.net.ParamType;
import org.apache.cassandra.net.Verb;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.tracing.Tracing;

/**
 * Counts the requests that reach this node as a replica, and decides on those that their
 * coordinators leave to the replicas.
 *
 * <p>A rejected read is answered with an empty result, a rejected mutation as if it had been
 * applied. Both answers carry a parameter that tells the coordinator, which rejects the request. A
 * request without a stamp is neither counted nor rejected. Thread-safe.
 */
final class ReplicaGate {

  private final LimitedTables tables;
  private final PartitionLimits limits;
  private final PartitionNames names;
  private final Faults faults;

  ReplicaGate(LimitedTables tables, PartitionLimits limits, PartitionNames names, Faults faults) {
    this.tables = tables;
    this.limits = limits;
    this.names = names;
    this.faults = faults;
  }

  /** Sees all messages from other nodes from now on. */
  void listen(MessagingService messaging) {
    messaging.inboundSink.add(message -> passes(message, messaging));
  }

  private boolean passes(Message<?> message, MessagingService messaging) {
    if (tables.isEmpty()
        || (message.verb() != Verb.READ_REQ && message.verb() != Verb.MUTATION_REQ)) {
      return true;
    }
    try {
      if (!isAdmitted(message)) {
        Tracing.trace("Per-partition rate limit reached on this replica");
        forward(message, messaging);
        messaging.send(Stamp.rejectionOf(message), message.respondTo());
        return false;
      }
    } catch (Throwable e) {
      faults.report("deciding on another node's request", e);
    }
    return true;
  }

  /**
   * Forwards a mutation that another data center sent to one replica for all replicas of this one.
   * Each of them answers for itself: the coordinator would store hints for those that do not.
   */
  private static void forward(Message<?> message, MessagingService messaging) {
    ForwardingInfo others = message.forwardTo();
    if (others != null) {
      Message<?> forwarded =
          Message.builder(message)
              .withParam(ParamType.RESPOND_TO, message.from())
              .withoutParam(ParamType.FORWARD_TO)
              .build();
      others.forEach((id, replica) -> messaging.send(forwarded, replica));
    }
  }

  private boolean isAdmitted(Message<?> message) {
    DecoratedKey key = ReplicaRequest.key(message);
    if (key == null) {
      return true;
    }
    if (message.payload instanceof SinglePartitionReadCommand read) {
      return isAdmitted(message, key, read.metadata().id, Operation.READS);
    }
    boolean admitted = true;
    for (TableId table : ((Mutation) message.payload).getTableIds()) {
      // Every table is counted, even after one has turned out to be over its limit.
      admitted &= isAdmitted(message, key, table, Operation.WRITES);
    }
    return admitted;
  }

  private boolean isAdmitted(
      Message<?> message, DecoratedKey key, TableId table, Operation operation) {
    TableLimit limit =
        tables.isLimited(table, operation)
            ? tables.limitOfToken(table, operation, key.getToken())
            : null;
    if (limit == null) {
      return true;
    }
    Stamp stamp = Stamp.of(message);
    if (stamp == null) {
      limit.unstamped().inc();
      return true;
    }
    long now = limits.now();
    long counter = limit.counterOf(key.getToken());
    boolean admitted = true;
    if (stamp.isJoint()) {
      admitted = limits.admitJointly(now, counter, limit.limit(), stamp.random());
      if (!admitted) {
        limits.countRejection(now, counter);
      }
    } else {
      limits.account(now, counter);
    }
    names.observe(now, counter, limit, key.getToken(), key.getKey());
    // The coordinator may not know yet that the limit is in observe mode.
    return admitted || !limit.isEnforced();
  }
}
