package io.goodput.cli.connect;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of commands that connect to a cluster over CQL. */
public class ConnectionOptions extends LoginOptions {

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "CQL port of the nodes (default: ${DEFAULT-VALUE}).")
  private int port = 9042;

  /**
   * Connects to all nodes of a cluster.
   *
   * @param hosts nodes through which to find all others
   */
  public final CqlSession connect(List<String> hosts) {
    return connect(hosts, port);
  }

  /** The address of a node for its clients, without its port. */
  public static String addressOf(Node node) {
    return node.getEndPoint().resolve() instanceof InetSocketAddress address
        ? address.getAddress().getHostAddress()
        : node.getEndPoint().toString();
  }
}
