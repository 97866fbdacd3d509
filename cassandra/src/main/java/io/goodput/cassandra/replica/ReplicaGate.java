package io.goodput.cassandra.replica;

import io.goodput.cassandra.limit.Admission;
import io.goodput.cassandra.limit.Faults;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.limit.Series;
import io.goodput.core.limit.PartitionLimits;
import java.util.List;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.net.ForwardingInfo;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.net.ParamType;
import org.apache.cassandra.net.Verb;
import org.apache.cassandra.tracing.Tracing;

/**
 * This node as a replica: counts the requests that other coordinators have admitted, and decides on
 * those that they leave to the replicas.
 *
 * <p>A refused read is answered as failed. A refused mutation is answered as if it had been
 * applied, so that Cassandra stores no hint for it. Both answers carry a parameter by which the
 * coordinator knows better. A request without a stamp is never counted against a limit, and never
 * refused.
 */
public final class ReplicaGate {

  private final LimitedTables tables;
  private final PartitionLimits limits;
  private final PartitionNames names;
  private final Faults faults;

  public ReplicaGate(
      LimitedTables tables, PartitionLimits limits, PartitionNames names, Faults faults) {
    this.tables = tables;
    this.limits = limits;
    this.names = names;
    this.faults = faults;
  }

  /** Sees the requests of other nodes from now on. */
  public void follow(MessagingService messaging) {
    messaging.inboundSink.add(request -> isServed(request, messaging));
  }

  private boolean isServed(Message<?> request, MessagingService messaging) {
    if (tables.isEmpty()
        || (request.verb() != Verb.READ_REQ && request.verb() != Verb.MUTATION_REQ)) {
      return true;
    }
    try {
      if (!isAdmitted(request)) {
        Tracing.trace("Per-partition rate limit reached on this replica");
        forward(request, messaging);
        messaging.send(Stamp.refusalOf(request), request.respondTo());
        return false;
      }
    } catch (Throwable e) {
      faults.report("deciding on another node's request", e);
    }
    return true;
  }

  /**
   * A mutation from another data centre comes to one replica for all of this one. The others answer
   * for themselves: the coordinator would store hints for them if they did not.
   */
  private static void forward(Message<?> request, MessagingService messaging) {
    ForwardingInfo others = request.forwardTo();
    if (others != null) {
      Message<?> forwarded =
          Message.builder(request)
              .withParam(ParamType.RESPOND_TO, request.from())
              .withoutParam(ParamType.FORWARD_TO)
              .build();
      others.forEach((id, replica) -> messaging.send(forwarded, replica));
    }
  }

  private boolean isAdmitted(Message<?> request) {
    DecoratedKey key = Requested.keyOf(request);
    List<Series> limited = Requested.seriesOf(request, tables);
    if (key == null || limited.isEmpty()) {
      return true;
    }
    if (!Stamp.isOn(request)) {
      limited.forEach(series -> series.unstamped().inc());
      return true;
    }
    double random = Stamp.randomOn(request);
    long now = limits.now();
    boolean admitted = true;
    for (Series series : limited) {
      long counter = series.counterOf(key.getToken());
      if (random == Admission.DECIDED) {
        limits.account(now, counter);
      } else {
        // The coordinator may not have heard yet that the limit is only observed.
        admitted &=
            limits.admitJointly(now, counter, series.limit(), random) || !series.isEnforced();
      }
      names.observe(now, counter, series, key.getToken(), key.getKey());
    }
    return admitted;
  }
}
