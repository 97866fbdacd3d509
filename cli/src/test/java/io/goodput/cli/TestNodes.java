package io.goodput.cli;

import io.goodput.cluster.ClusterSpec;
import io.goodput.cluster.Installation;
import io.goodput.cluster.NodeOptions;
import java.nio.file.Path;

/** The nodes of tests of commands. */
public final class TestNodes {

  private static final Installation INSTALLATION = Installation.locate();

  private TestNodes() {}

  /** One node with the plug-in. */
  public static ClusterSpec on(int port) {
    return on(port, TargetFolder.create());
  }

  /** One node with the plug-in, in this folder. */
  public static ClusterSpec on(int port, Path folder) {
    return ClusterSpec.of(INSTALLATION.cassandraLib(), folder)
        .withNativePort(port)
        .withOptions(withPlugin());
  }

  public static NodeOptions withPlugin() {
    return NodeOptions.protectedBy(INSTALLATION.plugin().orElseThrow()).shortLived();
  }

  /** Options without the plug-in. */
  public static NodeOptions stock() {
    return NodeOptions.stock().shortLived();
  }

  /** Adds authentication, with cassandra as the superuser, and authorization. */
  public static NodeOptions secured(NodeOptions options) {
    return options
        .withSetting("authenticator", "PasswordAuthenticator")
        .withSetting("authorizer", "CassandraAuthorizer");
  }
}
