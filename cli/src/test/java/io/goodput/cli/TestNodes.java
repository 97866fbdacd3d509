package io.goodput.cli;

import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.cli.connect.LoginOptions;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.ClusterSpec;
import io.goodput.lab.nodes.Installation;
import io.goodput.lab.nodes.NodeOptions;
import java.nio.file.Path;
import java.time.Duration;

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

  /**
   * Logs in to a node of {@link #secured}, with the role's name as the password. Retries, because
   * Cassandra creates its first role shortly after it starts to serve clients.
   */
  public static CqlSession session(Cluster cluster, String role) {
    return await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptionsInstanceOf(CorrectableException.class)
        .until(() -> LoginOptions.connect(cluster.contactPoints(), role, role), session -> true);
  }

  /** Executes a statement with patience: a change of the schema takes seconds on a busy machine. */
  public static void execute(CqlSession session, String statement) {
    session.execute(SimpleStatement.newInstance(statement).setTimeout(Duration.ofSeconds(20)));
  }
}
