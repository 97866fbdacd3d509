package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A node without the plug-in and with the JMX exporter agent")
@Tag("slow")
class ExportedWithoutPluginIT {

  @AutoClose
  private final DedicatedNode server = DedicatedNode.start(ExporterAgent.on(Nodes.stock()));

  @Test
  @DisplayName("exports what the alert GoodputMissing looks for")
  void page_hasTheNodeAndNoVersionOfThePlugin() throws Exception {
    assertThat(
            server
                .cql()
                .run("SELECT * FROM system_virtual_schema.tables WHERE keyspace_name = 'goodput'"))
        .isEmpty();

    Exposition page = ExporterAgent.page();

    assertThat(page.sum("cassandra_node", Map.of("datacenter", "datacenter1"))).isEqualTo(1);
    assertThat(page.labels()).doesNotContainKey("goodput_version");
  }
}
