package io.goodput.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.install.Finding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The keyspaces of Goodput")
class OwnKeyspacesTest {

  private static List<Finding> examine(Map<String, String> replicas, Map<String, Integer> nodes) {
    return OwnKeyspaces.examine("goodput_overrides", replicas, nodes);
  }

  private static Map<String, String> topology(String dataCenter, String replicas) {
    return Map.of(
        "class", "org.apache.cassandra.locator.NetworkTopologyStrategy", dataCenter, replicas);
  }

  @Test
  void examine_threeReplicasOrAllNodes_isFine() {
    assertThat(examine(topology("dc1", "3"), Map.of("dc1", 3))).isEmpty();
    assertThat(examine(topology("dc1", "5"), Map.of("dc1", 6))).isEmpty();
    assertThat(examine(topology("dc1", "1"), Map.of("dc1", 1))).isEmpty();
  }

  @Test
  void examine_nodesAddedSince_saysWhatToRun() {
    assertThat(examine(topology("dc1", "1"), Map.of("dc1", 3)))
        .containsExactly(
            new Finding(
                "cluster",
                "keyspace goodput_overrides has the replicas {dc1=1}, and the data centers have the"
                    + " nodes {dc1=3}",
                "run ALTER KEYSPACE goodput_overrides WITH replication = {'class':"
                    + " 'NetworkTopologyStrategy', 'dc1': 3}, and then nodetool repair"
                    + " goodput_overrides"));
  }

  @Test
  @DisplayName("are said to name a data center that is gone, which would refuse all writes")
  void examine_dataCenterGone_isSaid() {
    assertThat(
            examine(
                Map.of("class", "NetworkTopologyStrategy", "dc1", "3", "dc2", "3"),
                Map.of("dc1", 3)))
        .hasSize(1);
  }

  @Test
  void examine_moreReplicasThanNodesOrAnotherStrategy_isSaid() {
    assertThat(examine(topology("dc1", "3"), Map.of("dc1", 2))).hasSize(1);
    assertThat(
            examine(Map.of("class", "SimpleStrategy", "replication_factor", "1"), Map.of("dc1", 1)))
        .hasSize(1);
  }
}
