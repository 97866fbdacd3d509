package io.goodput.cli.connect;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.cli.CorrectableException;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of commands that connect to a cluster through some of its nodes. */
public final class ClusterOptions extends ConnectionOptions {

  @Option(
      names = "--hosts",
      paramLabel = "H",
      split = ",",
      defaultValue = "127.0.0.1",
      description = "Nodes through which to find all others (default: ${DEFAULT-VALUE}).")
  private List<String> hosts = List.of();

  /**
   * Connects to the cluster.
   *
   * @throws CorrectableException if no node answers, or if it rejects the login
   */
  public CqlSession connect() {
    return connect(hosts);
  }
}
