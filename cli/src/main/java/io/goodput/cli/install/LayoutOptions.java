package io.goodput.cli.install;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

  /** Creates options with their defaults. */
  public LayoutOptions() {}

  /** Whether the user names a Cassandra. */
  public boolean areGiven() {
    return home != null || configuration != null;
  }

  /** What is wrong with the plug-in in the Cassandra that the options name. */
  public List<Problem> problems() {
    return LayoutCheck.problems(find(System.getenv()));
  }

  CassandraFolders find(Map<String, String> environment) {
    return CassandraFolders.find(home, configuration, environment, Path.of("/"));
  }
}
