package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.NodeOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

@DisplayName("A cluster of two data centers, one of which is down for a while")
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DataCenterDownClusterIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(40);
  private static final SimpleStatement READ =
      SimpleStatement.newInstance("SELECT k FROM ks.t WHERE k = 1");

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(
          Nodes.on(Nodes.SHARED_PORT)
              .withNodes(3)
              .withOptions(in("dc1"))
              .withOptions(3, in("dc2")));

  @AutoClose private final Cql cql = new Cql(Cql.builder(cluster.node(1), "dc1").build(), "ks");

  private static NodeOptions in(String dataCenter) {
    return Nodes.withPlugin()
        .withSetting("endpoint_snitch", "GossipingPropertyFileSnitch")
        .withClasspathFirst(Path.of("src", "test", "resources", dataCenter));
  }

  @BeforeAll
  void table() {
    cql.changeSchema(
        "CREATE KEYSPACE ks WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 2, 'dc2': 1}",
        "CREATE TABLE ks.t (k int PRIMARY KEY)");
    deny(3600);
    allow();
  }

  @Test
  @Order(1)
  @DisplayName("takes overrides while the data center is down, and warns that it has none of them")
  void override_whileADataCenterIsDown_isInForceInTheOther() {
    cluster.node(3).kill();
    awaitUnreachable(true);

    List<String> warnings = deny(3600).getExecutionInfo().getWarnings();

    assertThat(warnings).anyMatch(it -> it.contains("repeat the statement"));
    assertThat(Flood.isAccepted(cql, READ)).isFalse();
  }

  @Test
  @Order(2)
  @DisplayName("gives the data center the override once the statement is repeated")
  void override_repeatedOnceTheDataCenterIsUp_isInForceThere() {
    cluster.start(cluster.node(3), in("dc2"));
    awaitUnreachable(false);

    assertThat(deny(3600).getExecutionInfo().getWarnings()).isEmpty();

    try (Cql other = other()) {
      await().atMost(TIMEOUT).until(() -> !Flood.isAccepted(other, READ));
    }
  }

  @Test
  @Order(3)
  @DisplayName("ends an override while the data center is down, and there once it is repeated")
  void unlimit_whileADataCenterIsDown_endsTheOverride() {
    cluster.node(3).kill();
    awaitUnreachable(true);
    assertThat(allow().getExecutionInfo().getWarnings())
        .anyMatch(it -> it.contains("repeat the statement"));
    assertThat(Flood.isAccepted(cql, READ)).isTrue();
    cluster.start(cluster.node(3), in("dc2"));
    awaitUnreachable(false);

    assertThat(allow().getExecutionInfo().getWarnings()).isEmpty();

    try (Cql other = other()) {
      await().atMost(TIMEOUT).until(() -> Flood.isAccepted(other, READ));
    }
  }

  @Test
  @Order(4)
  @DisplayName("needs no warning once the keyspace has left the data center")
  void override_afterTheKeyspaceHasLeft_hasNoWarning() {
    cluster.node(3).kill();
    awaitUnreachable(true);
    cql.run(
        "ALTER KEYSPACE goodput_overrides WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 2}");

    assertThat(deny(3600).getExecutionInfo().getWarnings()).isEmpty();
    assertThat(Flood.isAccepted(cql, READ)).isFalse();
  }

  private Cql other() {
    return new Cql(Cql.builder(cluster.node(3), "dc2").build(), "ks");
  }

  private void awaitUnreachable(boolean isDown) {
    await()
        .atMost(TIMEOUT)
        .until(
            () ->
                Jmx.attribute(cluster.node(1), Jmx.STORAGE_SERVICE, "UnreachableNodes")
                        .toString()
                        .contains("127.0.0.3")
                    == isDown);
  }

  private ResultSet deny(int seconds) {
    return cql.run(
        "UPDATE goodput.overrides USING TTL %d SET max_reads_per_second = 0".formatted(seconds)
            + " WHERE keyspace_name = 'ks' AND table_name = 't' AND partition_key = '1'");
  }

  private ResultSet allow() {
    return cql.run(
        "DELETE FROM goodput.overrides"
            + " WHERE keyspace_name = 'ks' AND table_name = 't' AND partition_key = '1'");
  }
}
