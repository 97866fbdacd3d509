package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cluster.ClusterSpec;
import io.goodput.cluster.Installation;
import io.goodput.cluster.Node;
import io.goodput.cluster.NodeOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The nodes of the tests. Their ports and folders do not clash with tests of other modules. */
final class Nodes {

  static final int SHARED_PORT = 9242;
  static final int DEDICATED_PORT = 9262;
  static final int THREE_NODES_PORT = 9442;

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
    return NodeOptions.protectedBy(plugin()).shortLived();
  }

  /** Options without the plug-in. */
  static NodeOptions stock() {
    return NodeOptions.stock().shortLived();
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

  static Path cassandraLib() {
    return INSTALLATION.cassandraLib();
  }

  /** Suspends the node's process, so that the node hangs until {@link #resume}. */
  static void suspend(Node node) throws IOException, InterruptedException {
    signal("STOP", node);
  }

  /** Resumes a suspended process. */
  static void resume(Node node) throws IOException, InterruptedException {
    signal("CONT", node);
  }

  private static void signal(String signal, Node node) throws IOException, InterruptedException {
    String pid = Long.toString(node.pid().orElseThrow());
    assertThat(new ProcessBuilder("kill", "-" + signal, pid).start().waitFor()).isZero();
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
