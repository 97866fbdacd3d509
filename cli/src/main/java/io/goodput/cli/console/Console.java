package io.goodput.cli.console;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.cli.CorrectableException;
import io.goodput.cli.watch.Nodes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.jspecify.annotations.Nullable;

/** A console that runs until it is closed. */
public final class Console implements AutoCloseable {

  private final Feed feed;
  private final Server server;
  private final String url;

  /** Without {@code changes}, the console is read-only. */
  Console(InetSocketAddress address, Feed.Source source, @Nullable Changes changes) {
    InetAddress bound = address.getAddress();
    Access access = Access.to(bound, address.getHostString(), changes != null);
    this.feed = new Feed(source);
    try {
      this.server = new Server(address, access, feed, changes);
    } catch (RuntimeException e) {
      feed.close();
      throw e;
    }
    this.url = "http://%s:%d%s".formatted(host(bound), server.port(), access.path());
  }

  /**
   * Fails if a console cannot listen there, without starting one.
   *
   * @param option with which to name another port
   * @throws CorrectableException if the port is taken
   */
  public static void requireFree(InetSocketAddress address, String option) {
    try {
      new ServerSocket(address.getPort(), 1, address.getAddress()).close();
    } catch (IOException e) {
      throw new CorrectableException(
          "Port %d is taken: stop what listens there, or choose another one with %s."
              .formatted(address.getPort(), option));
    }
  }

  static Console start(
      InetSocketAddress address,
      CqlSession session,
      @Nullable BucketSampler buckets,
      boolean allowChanges) {
    return new Console(
        address,
        new ClusterSource(new Nodes(session), buckets),
        allowChanges ? Changes.by(session) : null);
  }

  /** Where a browser finds the page. */
  public String url() {
    return url;
  }

  private static String host(InetAddress address) {
    if (address.isAnyLocalAddress()) {
      return "ADDRESS-OF-THIS-MACHINE";
    }
    String text = address.getHostAddress();
    return text.contains(":") ? "[" + text + "]" : text;
  }

  @Override
  public void close() {
    server.close();
    feed.close();
  }
}
