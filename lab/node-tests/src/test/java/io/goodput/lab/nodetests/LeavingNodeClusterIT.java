package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.Node;
import io.goodput.lab.nodes.NodeOptions;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

@DisplayName("A node that leaves a cluster of three")
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LeavingNodeClusterIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(40);
  private static final String REFUSED = "Not enough live nodes to maintain replication factor";
  private static final SimpleStatement READ =
      SimpleStatement.newInstance("SELECT k FROM ks.t WHERE k = 1");

  /** A node is LEAVING for this time before it streams its data. */
  private static final NodeOptions SLOW_TO_LEAVE =
      Nodes.withPlugin().withJvmArgument("-Dcassandra.ring_delay_ms=25000");

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(
          Nodes.on(Nodes.SHARED_PORT)
              .withNodes(3)
              .withOptions(Nodes.withPlugin())
              .withOptions(3, SLOW_TO_LEAVE));

  @AutoClose private final Cql staying = Cql.connect(cluster.node(1), "ks");
  @AutoClose private final Cql leaving = Cql.connect(cluster.node(3), "ks");

  @BeforeAll
  void table() {
    staying.changeSchema("CREATE TABLE t (k int PRIMARY KEY)");
    deny(1);
  }

  private void deny(int seconds) {
    staying.run(
        "UPDATE goodput.overrides USING TTL %d SET max_reads_per_second = 0".formatted(seconds)
            + " WHERE keyspace_name = 'ks' AND table_name = 't' AND partition_key = '1'");
  }

  @Test
  @Order(1)
  @DisplayName("cannot be decommissioned while goodput_overrides has as many replicas as nodes")
  void decommission_asManyReplicasAsNodes_isRefused() {
    staying.changeSchema(
        "ALTER KEYSPACE system_distributed WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 2}");

    assertThatThrownBy(() -> decommission())
        .rootCause()
        .hasMessageContaining(REFUSED + " in keyspace goodput_overrides");
  }

  @Test
  @Order(2)
  @DisplayName("enforces an override while it is LEAVING, until the override expires")
  void override_whileLeaving_isInForceUntilItExpires() throws Exception {
    staying.changeSchema(
        "ALTER KEYSPACE goodput_overrides WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 2}");
    CompletableFuture<Void> left = CompletableFuture.runAsync(() -> decommission());
    await().atMost(TIMEOUT).until(() -> mode(3).equals("LEAVING"));

    deny(8);

    await().atMost(TIMEOUT).until(() -> !Flood.isAccepted(leaving, READ));
    await().atMost(TIMEOUT).until(() -> Flood.isAccepted(leaving, READ));
    assertThat(mode(3)).isEqualTo("LEAVING");
    left.join();
  }

  @Test
  @Order(3)
  @DisplayName("leaves a cluster in which overrides can be set, and has no fault itself")
  void override_afterItHasLeft_isInForceOnTheOthers() throws Exception {
    assertThat(mode(3)).isEqualTo("DECOMMISSIONED");

    deny(3600);

    assertThat(Flood.isAccepted(staying, READ)).isFalse();
    assertNoFaults(3);
  }

  @Test
  @Order(4)
  @DisplayName("A drained node has no fault, either")
  void drain_hasNoFault() throws Exception {
    Jmx.invoke(cluster.node(2), Jmx.STORAGE_SERVICE, "drain");

    await().atMost(TIMEOUT).until(() -> mode(2).equals("DRAINED"));
    // Longer than each feature's period.
    await().during(Duration.ofSeconds(11)).atMost(TIMEOUT).untilAsserted(() -> assertNoFaults(2));
  }

  private void assertNoFaults(int number) throws Exception {
    Node node = cluster.node(number);
    assertThat(Jmx.metric(node, "name=Faults", "Count")).isEqualTo(0L);
    assertThat(Files.readString(node.log())).doesNotContain("Goodput failed");
  }

  private String mode(int node) throws Exception {
    return (String) Jmx.attribute(cluster.node(node), Jmx.STORAGE_SERVICE, "OperationMode");
  }

  /** Without force. */
  private void decommission() {
    try {
      Jmx.invoke(
          cluster.node(3),
          Jmx.STORAGE_SERVICE,
          "decommission",
          new Object[] {false},
          new String[] {"boolean"});
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
