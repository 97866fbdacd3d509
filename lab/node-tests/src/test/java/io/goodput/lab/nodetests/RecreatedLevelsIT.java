package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.nodes.Cluster;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Service levels whose keyspace was dropped")
@Tag("slow")
class RecreatedLevelsIT {

  @Test
  @DisplayName("stay away when new ones are created and the node is killed")
  void levels_afterDropAndKill_areThoseCreatedSince() {
    try (Cluster cluster =
        Cluster.start(Nodes.dedicated().withOptions(Nodes.secured(Nodes.withPlugin())))) {
      try (Cql cql = Cql.connect(cluster.node(1), "ks")) {
        cql.run("CREATE SERVICE LEVEL before WITH shares = 10");
        cql.run("DROP KEYSPACE goodput_levels");
        cql.run("CREATE SERVICE LEVEL since WITH shares = 20");
      }
      cluster.node(1).kill();
      cluster.start(cluster.node(1));

      try (Cql cql = Cql.connect(cluster.node(1), "ks")) {
        assertThat(cql.run("LIST ALL SERVICE LEVELS").all())
            .extracting(row -> row.getString("service_level"))
            .containsExactly("since");
      }
    }
  }
}
