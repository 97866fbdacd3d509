package io.goodput.cli.install;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a Cassandra on this machine. */
public final class LayoutOptions {

  @Option(
      names = "--cassandra-home",
      paramLabel = "DIR",
      description =
          "Cassandra's folder, with lib in it (default: that of CASSANDRA_HOME, or"
              + " /usr/share/cassandra).")
  private @Nullable Path home;

  @Option(
      names = "--config",
      paramLabel = "DIR",
      description =
          "The folder of cassandra.yaml (default: conf in Cassandra's folder; without"
              + " --cassandra-home, that of CASSANDRA_CONF; for packages, /etc/cassandra or"
              + " /etc/cassandra/conf).")
  private @Nullable Path configuration;

  /** Whether the user names a Cassandra. */
  public boolean areGiven() {
    return home != null || configuration != null;
  }

  /** What is wrong with the plug-in in the Cassandra that the options name. */
  public List<Finding> findings() {
    CassandraFolders cassandra = find();
    List<Finding> findings = new ArrayList<>();
    if (!cassandra.isSupported()) {
      findings.add(
          finding(
              "Cassandra " + cassandra.release() + " is not supported",
              "upgrade it to 4.1.6 or later of 4.1, to 5.0, or to 6.0"));
    }
    List<Path> jars = PluginJars.in(cassandra.lib());
    List<HandlerOption> options = HandlerOption.in(cassandra.configuration());
    boolean isOn = options.stream().anyMatch(HandlerOption::isGoodput);
    if (jars.isEmpty() && isOn) {
      findings.add(
          finding(
              "the query handler is set, but there is no jar in " + cassandra.lib(),
              "run goodput install before the node restarts, because it would not start"));
    } else if (!isOn) {
      String problem =
          jars.isEmpty()
              ? "Goodput is not installed"
              : "the jar is there, but no query handler is set";
      findings.add(finding(problem, "run goodput install"));
    }
    if (jars.size() > 1) {
      findings.add(finding("there are several jars in " + cassandra.lib(), "run goodput install"));
    }
    for (HandlerOption option : options) {
      if (!option.isGoodput()) {
        findings.add(
            finding(
                "%s sets the query handler %s".formatted(option, option.handler()),
                "remove it, and write 'query_handler: %s' to goodput.yaml"
                    .formatted(option.handler())));
      }
    }
    return findings;
  }

  private static Finding finding(String problem, String fix) {
    return new Finding("files", problem, fix);
  }

  CassandraFolders find() {
    return CassandraFolders.find(home, configuration, System.getenv(), Path.of("/"));
  }
}
