package io.goodput.cassandra.limit;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.Request;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.net.ForwardingInfo;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.net.Verb;

/**
 * Stamps the messages that a request on a limited table sends to replicas, and notices which of
 * them the replicas reject.
 *
 * <p>Cassandra sends a request's messages on the request's own thread. The first read of a
 * partition that a replica gets belongs to the request; a second one is read repair and gets no
 * stamp. Other threads send hints, batchlog replay, and repair. Thread-safe.
 */
final class OutgoingRequests {

  private final Map<Long, Admission> awaited = new ConcurrentHashMap<>();
  private final Faults faults;

  OutgoingRequests(Faults faults) {
    this.faults = faults;
  }

  /** Sees all messages to and from other nodes from now on. */
  void listen(MessagingService messaging) {
    messaging.outboundSink.add((message, to) -> !isSentStamped(message, to, messaging));
    messaging.inboundSink.add(
        answer -> {
          if (!awaited.isEmpty() && Stamp.isRejection(answer)) {
            Admission admission = awaited.get(answer.id());
            if (admission != null) {
              admission.reject();
            }
          }
          return true;
        });
  }

  /** Sends a stamped copy of a message, if it needs one, and tells whether it did. */
  private boolean isSentStamped(
      Message<?> message, InetAddressAndPort to, MessagingService messaging) {
    Request request = Request.current();
    Admission admission = request == null ? null : request.get(Admission.SLOT);
    if (admission == null) {
      return false;
    }
    Message<?> stamped;
    try {
      if (!isRequest(message, to, admission)) {
        return false;
      }
      stamped = admission.stamp().on(message);
      if (admission.stamp().isJoint()) {
        await(message, to, admission);
      }
    } catch (Throwable e) {
      faults.report("stamping a request", e);
      return false;
    }
    messaging.outboundSink.accept(stamped, to, null);
    return true;
  }

  private static boolean isRequest(Message<?> message, InetAddressAndPort to, Admission admission) {
    boolean isRead = admission.limit().operation() == Operation.READS;
    return message.verb() == (isRead ? Verb.READ_REQ : Verb.MUTATION_REQ)
        && !Stamp.isOn(message)
        && (!isRead || admission.isFirst(to, ReplicaRequest.key(message)));
  }

  private void await(Message<?> message, InetAddressAndPort to, Admission admission) {
    awaited.put(message.id(), admission);
    admission.sent(message.id(), to);
    ForwardingInfo others = message.forwardTo();
    if (others != null) {
      others.forEach(admission::sent);
    }
  }

  /**
   * Awaits no more answers to a request. If replicas rejected a write, this also removes
   * Cassandra's callbacks, which would store hints for the replicas that have not answered yet.
   */
  void end(Admission admission) {
    boolean wouldHint = admission.isRejected() && admission.limit().operation() == Operation.WRITES;
    for (Admission.Sent sent : admission.sent()) {
      awaited.remove(sent.message());
      if (wouldHint) {
        MessagingService.instance().callbacks.remove(sent.message(), sent.replica());
      }
    }
  }
}
