package io.goodput.bench.load;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.channel.DriverChannel;
import com.datastax.oss.driver.internal.core.channel.ResponseCallback;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests made beforehand, taken in turn, each to the next node that there is a connection to.
 * They pass by the driver's retries, timeouts and decoding of rows.
 */
public final class Requests {

  private static final String LOG_PREFIX = "load";

  private final DefaultSession session;
  private final List<Node> nodes;
  private final List<Message> messages;

  Requests(DefaultSession session, List<Node> nodes, List<Message> messages) {
    this.session = session;
    this.nodes = nodes;
    this.messages = messages;
  }

  /** False if there is no connection to any node, or too much is in flight on it. */
  @SuppressWarnings("FutureReturnValueIgnored") // A failed write is told to the callback.
  boolean send(long number, ResponseCallback callback) {
    DriverChannel channel = channel(number);
    if (channel == null) {
      return false;
    }
    channel
        .write(messages.get((int) (number % messages.size())), false, Frame.NO_PAYLOAD, callback)
        .addListener(
            written -> {
              if (!written.isSuccess()) {
                callback.onFailure(written.cause());
              }
            });
    return true;
  }

  private @Nullable DriverChannel channel(long number) {
    for (int skipped = 0; skipped < nodes.size(); skipped++) {
      Node node = nodes.get((int) ((number + skipped) % nodes.size()));
      DriverChannel channel = session.getChannel(node, LOG_PREFIX);
      if (channel != null) {
        return channel;
      }
    }
    return null;
  }
}
