package io.goodput.cassandra.exchange;

import io.goodput.cassandra.fault.Faults;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.net.NoPayload;
import org.apache.cassandra.net.Verb;
import org.apache.cassandra.utils.NoSpamLogger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries messages between the plug-ins of a cluster, on channels that do not know each other.
 *
 * <p>A message travels in a header parameter of an echo request, which every Cassandra node knows:
 * one byte for the version of the channel, then what the channel sends. A node with the plug-in
 * takes the message and does not answer the echo. A node without it answers, and no one waits for
 * the answer. Thread-safe.
 */
public final class Exchange {

  /** Receives what the same channel of another node has sent. */
  public interface Receiver {
    /** Reads a message; its buffer is the receiver's to consume. */
    void receive(ByteBuffer message, InetAddressAndPort from);
  }

  private static final Logger logger = LoggerFactory.getLogger(Exchange.class);

  private final MessagingService messaging;
  private final Faults faults;
  private final List<Channel> channels = new ArrayList<>();

  /** An exchange without channels. */
  public Exchange(MessagingService messaging, Faults faults) {
    this.messaging = messaging;
    this.faults = faults;
  }

  /**
   * Opens a channel. Open all of them before {@link #listen}.
   *
   * @param name the same on every node, different for each channel
   * @param version of the messages' format; a node ignores messages of another version
   */
  public Channel open(String name, int version, Receiver receiver) {
    Channel channel = new Channel("goodput-" + name, (byte) version, receiver);
    channels.add(channel);
    return channel;
  }

  /** Receives messages from now on. */
  public void listen() {
    List<Channel> all = List.copyOf(channels);
    messaging.inboundSink.add(message -> !isTaken(message, all));
  }

  private boolean isTaken(Message<?> message, List<Channel> all) {
    Map<String, byte[]> parameters =
        message.verb() == Verb.ECHO_REQ ? message.header.customParams() : null;
    if (parameters == null) {
      return false;
    }
    for (Channel channel : all) {
      byte[] bytes = parameters.get(channel.parameter);
      if (bytes != null) {
        faults.guard("reading a message", () -> channel.receive(bytes, message.from()));
        return true;
      }
    }
    return false;
  }

  /** One kind of messages. */
  public final class Channel {

    private final String parameter;
    private final byte version;
    private final Receiver receiver;

    private Channel(String parameter, byte version, Receiver receiver) {
      this.parameter = parameter;
      this.version = version;
      this.receiver = receiver;
    }

    /** Sends a message to the same channel of another node. */
    public void send(byte[] message, InetAddressAndPort to) {
      byte[] bytes = ByteBuffer.allocate(1 + message.length).put(version).put(message).array();
      messaging.send(
          Message.builder(Message.out(Verb.ECHO_REQ, NoPayload.noPayload))
              .withCustomParam(parameter, bytes)
              .build(),
          to);
    }

    private void receive(byte[] bytes, InetAddressAndPort from) {
      ByteBuffer message = ByteBuffer.wrap(bytes);
      if (message.hasRemaining() && message.get() == version) {
        receiver.receive(message, from);
        return;
      }
      NoSpamLogger.log(
          logger,
          NoSpamLogger.Level.WARN,
          1,
          TimeUnit.HOURS,
          "{} runs another version of Goodput: this node ignores its {} messages until both run"
              + " the same version",
          from,
          parameter);
    }
  }
}
