package io.goodput.lab.nodetests;

import io.goodput.lab.nodes.ClusterSpec;
import io.goodput.lab.nodes.Installation;
import io.goodput.lab.nodes.NodeOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The nodes of the tests. Their ports and folders do not clash with tests of other modules. */
final class Nodes {

  static final int SHARED_PORT = 9242;
  static final int DEDICATED_PORT = 9262;
  static final int THREE_NODES_PORT = 9442;

  private static final List<String> DISTRIBUTED =
      List.of(
          "-Dlogback.configurationFile="
              + Path.of("src", "test", "resources", "logback.xml").toAbsolutePath(),
          "-XX:+UseThreadPriorities",
          "-XX:+AlwaysPreTouch",
          "-XX:+UseTLAB",
          "-XX:+ResizeTLAB",
          "-XX:+UseNUMA",
          "-XX:MaxTenuringThreshold=1",
          "-XX:G1HeapRegionSize=16m",
          "-XX:G1RSetUpdatingPauseTimePercent=5",
          "-XX:InitiatingHeapOccupancyPercent=70");

  private static final Installation INSTALLATION = Installation.locate();

  private Nodes() {}

  /** One node with the plug-in, on ports other than those of the shared node. */
  static ClusterSpec dedicated() {
    return on(DEDICATED_PORT);
  }

  /** One node with the plug-in. */
  static ClusterSpec on(int port) {
    return on(port, INSTALLATION.cassandraLib());
  }

  /** One node with the plug-in and with the Cassandra in this folder. */
  static ClusterSpec on(int port, Path cassandraLib) {
    return ClusterSpec.of(cassandraLib, newFolder()).withNativePort(port).withOptions(withPlugin());
  }

  static NodeOptions withPlugin() {
    return asDistributed(NodeOptions.protectedBy(plugin()));
  }

  /** Options without the plug-in. */
  static NodeOptions stock() {
    return asDistributed(NodeOptions.stock());
  }

  /**
   * Adds what Cassandra is distributed with and the nodes of other modules leave out: a debug.log,
   * and the rest of the JVM's options in jvm-server.options and jvm17-server.options.
   */
  private static NodeOptions asDistributed(NodeOptions options) {
    NodeOptions distributed = options.shortLived();
    for (String argument : DISTRIBUTED) {
      distributed = distributed.withJvmArgument(argument);
    }
    return distributed;
  }

  /**
   * Adds authentication and authorization, as production has them. {@link Cql#builder} logs in as
   * the superuser.
   */
  static NodeOptions secured(NodeOptions options) {
    return options
        .withSetting("authenticator", "PasswordAuthenticator")
        .withSetting("authorizer", "CassandraAuthorizer");
  }

  /** Options with the plug-in and with heat-weighted reads enabled. */
  static NodeOptions withWeightedReads() {
    return withPlugin()
        .withSetting("file_cache_enabled", true)
        .withGoodputYaml("heat_weighted_reads: true\n");
  }

  static Path plugin() {
    return INSTALLATION.plugin().orElseThrow();
  }

  static String cassandraVersion() {
    return INSTALLATION.cassandraVersion();
  }

  static Path cassandraLib() {
    return INSTALLATION.cassandraLib();
  }

  /** Creates a folder under target, where the logs remain available after a failure. */
  private static Path newFolder() {
    try {
      Path parent = Files.createDirectories(Path.of("target", "nodes"));
      return Files.createTempDirectory(parent, "cluster");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
