package io.goodput.cli.install;

import static java.util.stream.Collectors.joining;

import java.nio.file.Files;
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
    if (jars.size() > 1) {
      findings.add(finding("there are several jars in " + cassandra.lib(), "run goodput install"));
    }
    List<StartOptions.OnJava> handlers = cassandra.startOptions().inForce(JvmOption.HANDLER);
    boolean isOff = handlers.stream().allMatch(onJava -> onJava.option().isEmpty());
    if (isOff && jars.isEmpty()) {
      findings.add(finding("Goodput is not installed", "run goodput install"));
    } else {
      handlers.forEach(onJava -> examine(onJava, cassandra, jars.isEmpty(), findings));
    }
    if (!jars.isEmpty()) {
      SettingsCheck.mistakes(cassandra).stream()
          .flatMap(List::stream)
          .map(mistake -> finding(mistake, "correct it, and restart the node"))
          .forEach(findings::add);
    }
    return findings.stream().distinct().toList();
  }

  private static void examine(
      StartOptions.OnJava onJava, CassandraFolders cassandra, boolean lacksJar, List<Finding> all) {
    JvmOption handler = onJava.option().orElse(null);
    if (handler == null) {
      all.add(
          finding(
              "the jar is there, but no query handler is set" + onJava.inWords(),
              "run goodput install"));
    } else if (handler.isDamagedGoodput()) {
      all.add(
          finding(
              handler + " has quotes or a carriage return in the name of Goodput's query handler",
              handler.isInScript() ? "correct it" : "run goodput install"));
    } else if (!handler.isGoodput()) {
      all.add(finding(otherHandler(handler), remedy(handler, cassandra)));
    } else if (lacksJar) {
      all.add(
          finding(
              "the query handler is set, but there is no jar in " + cassandra.lib(),
              "run goodput install before the node restarts, because it would not start"));
    }
  }

  static String otherHandler(JvmOption handler) {
    return handler.isVariable()
        ? "%s sets the query handler by a variable, %s".formatted(handler, handler.value())
        : "%s sets the query handler %s".formatted(handler, handler.value());
  }

  static String remedy(JvmOption handler, CassandraFolders cassandra) {
    return handler.isVariable()
        ? "write the name of the class there, if it is Goodput's, or else remove it"
        : "remove it there, and write 'query_handler: %s' to %s, so that Goodput passes requests on to it"
            .formatted(handler.value(), cassandra.settings());
  }

  /** The files that {@link #findings} has looked at, and those that it has not; in words. */
  public List<String> scope() {
    CassandraFolders cassandra = find();
    StartOptions start = cassandra.startOptions();
    List<String> scope = new ArrayList<>(start.unseen());
    List<Path> seen = new ArrayList<>(start.files());
    if (Files.isRegularFile(cassandra.settings())) {
      if (SettingsCheck.mistakes(cassandra).isPresent()) {
        seen.add(cassandra.settings());
      } else {
        scope.add("Only a node with the plug-in can check %s.".formatted(cassandra.settings()));
      }
    }
    scope.add(
        "Looked at %s. What a running node uses, 'goodput doctor HOST' asks the node itself."
            .formatted(
                seen.isEmpty()
                    ? cassandra.configuration()
                    : seen.stream().map(Path::toString).collect(joining(", "))));
    return scope;
  }

  private static Finding finding(String problem, String fix) {
    return new Finding("files", problem, fix);
  }

  CassandraFolders find() {
    return CassandraFolders.find(home, configuration, System.getenv(), Path.of("/"));
  }
}
