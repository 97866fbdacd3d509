package io.goodput.lab.bench.load;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.channel.DriverChannel;
import com.datastax.oss.driver.internal.core.channel.ResponseCallback;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.Message;
import java.util.List;

/**
 * Prepared requests, sent in turn, each to the next connected node. They bypass the driver's
 * retries, timeouts, and decoding of rows.
 */
public final class Requests implements RequestSource {

  private final DefaultSession session;
  private final List<Node> nodes;
  private final List<Message> messages;

  Requests(DefaultSession session, List<Node> nodes, List<Message> messages) {
    this.session = session;
    this.nodes = nodes;
    this.messages = messages;
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The callback learns of a failed write.
  public boolean send(long number, int places, ResponseCallback callback) {
    Message message = messages.get((int) (number % messages.size()));
    for (int skipped = 0; skipped < nodes.size(); skipped++) {
      Node node = nodes.get((int) ((number + places + skipped) % nodes.size()));
      DriverChannel channel = session.getChannel(node, "load");
      if (channel != null) {
        channel
            .write(message, false, Frame.NO_PAYLOAD, callback)
            .addListener(
                written -> {
                  if (!written.isSuccess()) {
                    callback.onFailure(written.cause());
                  }
                });
        return true;
      }
    }
    return false;
  }
}
