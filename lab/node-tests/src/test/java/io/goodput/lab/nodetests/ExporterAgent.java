package io.goodput.lab.nodetests;

import io.goodput.lab.nodes.NodeOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** The JMX exporter agent, with the rules in observability. */
final class ExporterAgent {

  private static final int PORT = 9291;
  private static final Path JAR =
      Path.of("target", "exporter", "jmx_prometheus_javaagent.jar").toAbsolutePath();

  private ExporterAgent() {}

  /** Lets a node start with the agent. */
  static NodeOptions on(NodeOptions options) {
    return options.withJvmArgument(
        "-javaagent:%s=127.0.0.1:%d:%s".formatted(JAR, PORT, Observability.EXPORTER_RULES));
  }

  /** What the agent exports now. */
  static Exposition page() throws IOException, InterruptedException {
    return Exposition.read(URI.create("http://127.0.0.1:" + PORT + "/metrics"));
  }
}
