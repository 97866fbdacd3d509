package io.goodput.cassandra.replica;

import io.goodput.cassandra.limit.Admission;
import io.goodput.cassandra.limit.Faults;
import io.goodput.cassandra.limit.Kind;
import io.goodput.cassandra.limit.RequestLimiter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.net.ForwardingInfo;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.net.Verb;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/**
 * The admitted requests that this node is carrying out as their coordinator: stamps what they send,
 * and notes which of them replicas refuse.
 *
 * <p>Cassandra sends a request's messages on the request's own thread. Of those, the first read or
 * mutation to each replica is the request; a second read of the same replica is read repair, and
 * goes without a stamp. Hints, batchlog replay and repair are sent by other threads.
 */
public final class RequestsInFlight {

  private static final ThreadLocal<@Nullable Admission> CURRENT = new ThreadLocal<>();

  private final Map<Long, Admission> awaited = new ConcurrentHashMap<>();
  private final RequestLimiter limiter;
  private final Faults faults;

  public RequestsInFlight(RequestLimiter limiter, Faults faults) {
    this.limiter = limiter;
    this.faults = faults;
  }

  /** Sees this node's messages from now on. */
  public void follow(MessagingService messaging) {
    messaging.outboundSink.add(
        (message, to) -> {
          Admission admission = CURRENT.get();
          return admission == null || !isStampedAnew(message, to, admission, messaging);
        });
    messaging.inboundSink.add(
        answer -> {
          if (!awaited.isEmpty() && Stamp.isRefusal(answer)) {
            Admission admission = awaited.get(answer.id());
            if (admission != null) {
              admission.refuse();
            }
          }
          return true;
        });
  }

  /**
   * Carries out a request.
   *
   * @throws org.apache.cassandra.exceptions.RequestValidationException if a replica refuses it
   */
  public ResultMessage run(Admission admission, Supplier<ResultMessage> request) {
    ResultMessage result;
    CURRENT.set(admission);
    try {
      result = request.get();
    } catch (RequestExecutionException e) {
      // To Cassandra a refusal looks like a failed replica.
      limiter.complete(admission);
      throw e;
    } finally {
      CURRENT.remove();
      forget(admission);
    }
    limiter.complete(admission);
    return result;
  }

  /**
   * Awaits no more answers: for a write that was refused, Cassandra would store hints for replicas
   * that have not answered.
   */
  private void forget(Admission admission) {
    boolean isHintable = admission.isRefused() && admission.kind() == Kind.WRITES;
    for (Admission.Sent sent : admission.sent()) {
      awaited.remove(sent.message());
      if (isHintable) {
        MessagingService.instance().callbacks.remove(sent.message(), sent.replica());
      }
    }
  }

  /** Whether a stamped copy has been sent in place of the message. */
  private boolean isStampedAnew(
      Message<?> message, InetAddressAndPort to, Admission admission, MessagingService messaging) {
    Message<?> stamped;
    try {
      Verb verb = admission.kind() == Kind.READS ? Verb.READ_REQ : Verb.MUTATION_REQ;
      if (message.verb() != verb || Stamp.isOn(message) || !isRequest(message, to, admission)) {
        return false;
      }
      stamped = Stamp.stamped(message, admission.random());
      if (admission.isJoint()) {
        awaited.put(message.id(), admission);
        admission.sent(message.id(), to);
        ForwardingInfo others = message.forwardTo();
        if (others != null) {
          others.forEach(admission::sent);
        }
      }
    } catch (Throwable e) {
      faults.report("stamping a request", e);
      return false;
    }
    messaging.outboundSink.accept(stamped, to, null);
    return true;
  }

  /** Of the reads sent to a replica only the first for a partition is the request. */
  private static boolean isRequest(Message<?> message, InetAddressAndPort to, Admission admission) {
    return admission.kind() == Kind.WRITES || admission.isFirst(to, Requested.keyOf(message));
  }
}
