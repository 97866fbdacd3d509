package io.goodput.lab.nodes;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A node that fails to start")
class StartFailureIT {

  @Test
  void start_unknownCassandraSetting_failsWithReasonAndLogFolder(@TempDir Path folder) {
    ClusterSpec spec =
        ClusterSpec.of(Installation.locate().cassandraLib(), folder)
            .withNativePort(9162)
            .withOptions(NodeOptions.stock().withSetting("no_such_setting", 1));

    assertThatThrownBy(() -> Cluster.start(spec))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("Node 1 (127.0.0.1) stopped:")
        .hasMessageContaining("no_such_setting")
        .hasMessageEndingWith("its logs are in " + folder.resolve("node1").resolve("logs") + ".");
  }
}
