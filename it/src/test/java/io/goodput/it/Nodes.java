package io.goodput.it;

import io.goodput.cluster.ClusterSpec;
import io.goodput.cluster.Installation;
import io.goodput.cluster.NodeOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The nodes that tests start: ports that other modules' tests do not use, folders of their own. */
final class Nodes {

  static final int SHARED_PORT = 9242;
  static final int EXTRA_PORT = 9262;
  static final int THREE_PORT = 9442;

  private static final Installation INSTALLATION = Installation.locate();

  private Nodes() {}

  /** One node with the plug-in; it may run beside the shared one. */
  static ClusterSpec extra() {
    return on(EXTRA_PORT);
  }

  static ClusterSpec on(int port) {
    return of(INSTALLATION.cassandraLib(), port);
  }

  static ClusterSpec of(Path cassandraLib, int port) {
    return ClusterSpec.of(cassandraLib, newFolder()).withNativePort(port).withOptions(withPlugin());
  }

  static NodeOptions withPlugin() {
    return NodeOptions.protectedBy(plugin()).shortLived();
  }

  static NodeOptions stock() {
    return NodeOptions.stock().shortLived();
  }

  /** With the plug-in, and reads weighted by heat from the start. */
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

  /** Under target, so that the logs can be read after a failure. */
  private static Path newFolder() {
    try {
      Path parent = Files.createDirectories(Path.of("target", "nodes"));
      return Files.createTempDirectory(parent, "cluster");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
