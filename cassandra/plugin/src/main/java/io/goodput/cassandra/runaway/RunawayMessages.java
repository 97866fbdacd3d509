package io.goodput.cassandra.runaway;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.net.ParamType;
import org.apache.cassandra.net.Verb;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;

/**
 * What nodes tell each other about parts of reads. A replica that stops a part answers with a
 * failure, so that no one waits for a timeout; a header parameter, which nodes without the plug-in
 * ignore, says how long the read had run there. Thread-safe.
 */
final class RunawayMessages {

  private static final String STOPPED_AFTER = "goodput-stopped";

  private final Scans scans;
  private final RunningReads running;
  private final BooleanSupplier isOn;
  private final LongConsumer seen;
  private final Faults faults;

  /**
   * Messages that no one listens to yet.
   *
   * @param isOn whether the node looks at reads
   * @param seen learns when a part of a read arrives, on the {@code RequestClock}
   */
  RunawayMessages(
      Scans scans, RunningReads running, BooleanSupplier isOn, LongConsumer seen, Faults faults) {
    this.scans = scans;
    this.running = running;
    this.isOn = isOn;
    this.seen = seen;
    this.faults = faults;
  }

  /** Sees all messages to and from other nodes from now on. */
  void listen(MessagingService messaging) {
    Platform.ofThisNode()
        .filterOutgoing(
            messaging,
            (message, to) -> {
              Verb verb = message.verb();
              if (verb == Verb.RANGE_REQ) {
                faults.guard("watching a read of a range", () -> sent(message));
              } else if (verb == Verb.RANGE_RSP || verb == Verb.FAILURE_RSP) {
                running.end(message, to);
              }
              return true;
            });
    messaging.inboundSink.add(
        message -> {
          Verb verb = message.verb();
          if (verb == Verb.RANGE_REQ) {
            faults.guard("watching a read of a range", () -> arrived(message));
          } else if (verb == Verb.FAILURE_RSP) {
            faults.guard("reading why a read was stopped", () -> failed(message));
          }
          return true;
        });
  }

  private void sent(Message<?> message) {
    Request request = CurrentRequest.get();
    Scan scan = request == null ? null : request.get(Scan.SLOT);
    if (scan != null) {
      scans.sent(message.id(), scan);
    }
  }

  private void arrived(Message<?> message) {
    if (isOn.getAsBoolean()) {
      seen.accept(RequestClock.now());
      running.begin(message);
    }
  }

  private void failed(Message<?> answer) {
    byte[] after = parameter(answer);
    Scan scan = after == null ? null : scans.ofMessage(answer.id());
    if (scan != null && after != null && after.length == Long.BYTES) {
      scan.stop(ByteBuffer.wrap(after).getLong());
    }
  }

  private static byte @Nullable [] parameter(Message<?> message) {
    Map<String, byte[]> parameters = message.header.customParams();
    return parameters == null ? null : parameters.get(STOPPED_AFTER);
  }

  /** Answers a part that was stopped. */
  static void answer(RunningRead read, long afterNanos) {
    Message<?> request = read.message();
    if (request != null) {
      MessagingService.instance().send(failure(request, afterNanos), request.respondTo());
    }
  }

  /** Built from the request: a new builder would ask for a timeout, which answers do not have. */
  @SuppressWarnings("unchecked")
  private static Message<?> failure(Message<?> request, long afterNanos) {
    byte[] after = ByteBuffer.allocate(Long.BYTES).putLong(afterNanos).array();
    return ((Message.Builder<Object>) Message.builder(request))
        .ofVerb(Verb.FAILURE_RSP)
        .from(FBUtilities.getBroadcastAddressAndPort())
        .withPayload(Platform.ofThisNode().failure())
        .withFlags(0)
        .withoutParam(ParamType.RESPOND_TO)
        .withoutParam(ParamType.CUSTOM_MAP)
        .withCustomParam(STOPPED_AFTER, after)
        .build();
  }
}
