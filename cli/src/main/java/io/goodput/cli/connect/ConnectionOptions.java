package io.goodput.cli.connect;

import com.datastax.oss.driver.api.core.CqlSession;
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
}
