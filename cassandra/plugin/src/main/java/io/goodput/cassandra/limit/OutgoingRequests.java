package io.goodput.cassandra.limit;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.net.ForwardingInfo;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.net.ParamType;
import org.apache.cassandra.net.Verb;

/**
 * Stamps the messages that a request on a limited table sends to replicas, and notices which of
 * them the replicas reject.
 *
 * <p>Cassandra sends a request's messages on the request's own thread, those of read repair
 * included; {@link Admission#isFirst} tells them apart. They get no stamp. Other threads send
 * hints, batchlog replay, and repair. Thread-safe.
 *
 * <p>A replica may reject a write after the others have already satisfied the consistency level.
 * The client may have been told that the write succeeded, so the replica gets it again, as decided.
 * Cassandra keeps waiting for that replica, and stores a hint if it never answers.
 */
final class OutgoingRequests {

  private final Map<Long, Admission> awaited = new ConcurrentHashMap<>();
  private final Faults faults;

  OutgoingRequests(Faults faults) {
    this.faults = faults;
  }

  /** Sees all messages to and from other nodes from now on. */
  void listen(MessagingService messaging) {
    Platform.ofThisNode()
        .filterOutgoing(messaging, (message, to) -> !isSentStamped(message, to, messaging));
    messaging.inboundSink.add(message -> awaited.isEmpty() || isPassedOn(message, messaging));
  }

  /** Takes note of an answer, and tells whether Cassandra may see it. */
  private boolean isPassedOn(Message<?> answer, MessagingService messaging) {
    // Only answers carry ids of this node.
    Admission admission = answer.verb().isResponse() ? awaited.get(answer.id()) : null;
    if (admission == null) {
      return true;
    }
    boolean isInTime = !Stamp.isRejection(answer) || admission.reject();
    admission.answered();
    if (admission.isSettled()) {
      awaited.remove(answer.id());
    }
    if (isInTime || admission.isRead()) {
      return true;
    }
    faults.guard("sending a write again", () -> sendAgain(admission, answer.from(), messaging));
    return false;
  }

  private static void sendAgain(
      Admission admission, InetAddressAndPort replica, MessagingService messaging) {
    for (Admission.Sent sent : admission.sent()) {
      if (sent.replica().equals(replica)) {
        messaging.outboundSink.accept(Stamp.DECIDED.on(sent.message()), replica, null);
      }
    }
  }

  /** Sends a stamped copy of a message, if it needs one, and tells whether it did. */
  private boolean isSentStamped(
      Message<?> message, InetAddressAndPort to, MessagingService messaging) {
    Request request = CurrentRequest.get();
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
    boolean isRead = admission.isRead();
    return message.verb() == (isRead ? Verb.READ_REQ : Verb.MUTATION_REQ)
        && !Stamp.isOn(message)
        && (!isRead || admission.isFirst(to, ReplicaRequest.key(message)));
  }

  private void await(Message<?> message, InetAddressAndPort to, Admission admission) {
    ForwardingInfo others = message.forwardTo();
    Message<?> alone =
        others == null
            ? message
            : Message.builder(message).withoutParam(ParamType.FORWARD_TO).build();
    admission.sent(alone, to);
    if (others != null) {
      others.forEach((id, replica) -> admission.sent(alone, replica));
    }
    awaited.put(message.id(), admission);
  }

  /**
   * Ends a request, and tells whether replicas rejected it. If they rejected a write, this removes
   * Cassandra's callbacks, which would store hints for the replicas that have not answered yet.
   */
  boolean isRejected(Admission admission) {
    boolean rejected = !admission.admit();
    for (Admission.Sent sent : admission.sent()) {
      if (admission.isSettled()) {
        awaited.remove(sent.message().id());
      }
      if (rejected && !admission.isRead()) {
        MessagingService.instance().callbacks.remove(sent.message().id(), sent.replica());
      }
    }
    return rejected;
  }

  /** Forgets the requests of which an answer has been lost. */
  void expire() {
    long now = RequestClock.now();
    awaited.values().removeIf(admission -> admission.isExpired(now));
  }
}
