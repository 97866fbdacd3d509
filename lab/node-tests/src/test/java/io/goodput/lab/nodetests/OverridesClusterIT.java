package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.NodeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("Overrides while nodes are down")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OverridesClusterIT {

  private static final SimpleStatement READ =
      SimpleStatement.newInstance("SELECT k FROM ks.t WHERE k = 1");

  private final NodeOptions options =
      Nodes.secured(Nodes.withPlugin()).withJvmArgument("-Dcassandra.system_auth.default_rf=3");

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(Nodes.on(Nodes.THREE_NODES_PORT).withNodes(3).withOptions(options));

  @Test
  @DisplayName("A node that was down learns of them, and each node keeps them across a restart")
  void override_setWhileANodeIsDown_isInForceWhenItStarts() throws IOException {
    try (Cql cql = Cql.connect(cluster.node(1), "ks", 3)) {
      cql.changeSchema("CREATE TABLE t (k int PRIMARY KEY)");
      cluster.node(3).stop();
      cql.run(
          "UPDATE goodput.overrides USING TTL 3600 SET max_reads_per_second = 0"
              + " WHERE keyspace_name = 'ks' AND table_name = 't' AND partition_key = '1'");
      assertThat(Flood.isAccepted(cql, READ)).isFalse();
    }

    cluster.start(cluster.node(3), options);
    assertDenied(3);

    cluster.node(1).stop();
    cluster.start(cluster.node(1), options);
    assertDenied(1);
    assertThat(Files.readString(cluster.node(1).log()))
        .contains("cassandra has set an override of the partition of ks.t with token ")
        .doesNotContain("Goodput failed");
  }

  private void assertDenied(int node) {
    try (Cql cql = Cql.connect(cluster.node(node), "ks", 3)) {
      await().atMost(Duration.ofSeconds(10)).until(() -> !Flood.isAccepted(cql, READ));
    }
  }
}
