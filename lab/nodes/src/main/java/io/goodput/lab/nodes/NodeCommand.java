package io.goodput.lab.nodes;

import io.goodput.lab.nodes.node.NodeMain;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command line of a node's process. */
final class NodeCommand {

  private static final String QUERY_HANDLER = "io.goodput.cassandra.GoodputQueryHandler";

  private NodeCommand() {}

  /** Nodes run on the Java of this process. */
  static void requireJava(int version) {
    if (version > 21) {
      throw new PreconditionException(
          "Cassandra 5.0 needs Java 17 to 21, and this is Java %d: set JAVA_HOME to a JDK 17."
              .formatted(version));
    }
  }

  static List<String> of(NodeLayout layout, NodeOptions options) {
    ClusterSpec spec = layout.spec();
    List<String> command = new ArrayList<>();
    if (options.niceness() > 0) {
      command.addAll(List.of("nice", "-n", Integer.toString(options.niceness())));
    }
    Path java = options.javaHome().orElse(Path.of(System.getProperty("java.home")));
    command.add(java.resolve("bin").resolve("java").toString());
    NodeLayout.resource("node-jvm.options")
        .lines()
        .filter(line -> line.startsWith("-"))
        .forEach(command::add);
    if (Runtime.version().feature() > 17) {
      // Cassandra 5.0 installs a security manager, which later JDKs reject by default.
      command.add("-Djava.security.manager=allow");
    }
    command.add("-Xms" + spec.heapMegabytes() + "m");
    command.add("-Xmx" + spec.heapMegabytes() + "m");
    command.add("-Dcassandra.config=" + layout.configuration().resolve("cassandra.yaml").toUri());
    command.add("-Dlogback.configurationFile=" + layout.configuration().resolve("logback.xml"));
    command.add("-Dcassandra.logdir=" + layout.logs());
    command.add("-Dcassandra.storagedir=" + layout.home());
    command.add("-Dcassandra.triggers_dir=" + layout.configuration().resolve("triggers"));
    command.add("-Dcassandra.jmx.local.port=" + spec.jmxPortOf(layout.number()));
    if (options.plugin().isPresent()) {
      command.add("-Dcassandra.custom_query_handler_class=" + QUERY_HANDLER);
    }
    command.addAll(options.jvmArguments());
    command.add("-cp");
    command.add(classpath(layout, options));
    command.add(NodeMain.class.getName());
    command.add("org.apache.cassandra.service.CassandraDaemon");
    return command;
  }

  private static String classpath(NodeLayout layout, NodeOptions options) {
    return Stream.of(
            options.classpathFirst().stream(),
            options.plugin().stream(),
            Stream.of(
                layout.configuration(), layout.spec().cassandraLib().resolve("*"), ownClasses()))
        .flatMap(entries -> entries)
        .map(entry -> entry.toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Path ownClasses() {
    try {
      return Path.of(NodeMain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
