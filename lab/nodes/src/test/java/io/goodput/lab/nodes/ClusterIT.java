package io.goodput.lab.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A cluster of three nodes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterIT {

  private static final int PORT = 9142;

  private static final NodeOptions OPTIONS = NodeOptions.stock().shortLived();

  private final Installation installation = Installation.locate();
  private Cluster cluster;

  @BeforeAll
  void start(@TempDir Path folder) {
    cluster =
        Cluster.start(
            ClusterSpec.of(installation.cassandraLib(), folder)
                .withNodes(3)
                .withNativePort(PORT)
                .withOptions(OPTIONS));
  }

  @AfterAll
  void stop() {
    cluster.kill();
  }

  @Test
  void start_threeNodes_haveDistinctContactPoints() {
    assertThat(cluster.contactPoints())
        .extracting(point -> point.getAddress().getHostAddress() + ":" + point.getPort())
        .containsExactly("127.0.0.1:9142", "127.0.0.2:9142", "127.0.0.3:9142");
  }

  @Test
  void start_afterKill_resumesOnSameData() throws Exception {
    Node node = cluster.node(2);
    Object hostId = attribute(node, "LocalHostId");

    node.kill();
    cluster.start(node);

    assertThat(attribute(node, "LocalHostId")).isEqualTo(hostId);
  }

  @Test
  @Tag("slow")
  void start_afterStopWithOtherSetting_appliesSetting() throws Exception {
    Node node = cluster.node(3);

    node.stop();
    cluster.start(node, OPTIONS.withSetting("concurrent_compactors", 1));

    assertThat(attribute(node, "ConcurrentCompactors")).isEqualTo(1);
  }

  private static Object attribute(Node node, String name) throws Exception {
    try (JMXConnector connector = node.connectJmx()) {
      return connector
          .getMBeanServerConnection()
          .getAttribute(new ObjectName("org.apache.cassandra.db:type=StorageService"), name);
    }
  }
}
