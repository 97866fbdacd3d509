package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** goodput.yaml disables limits and names a query handler that does not exist. */
@DisplayName("A node with limits disabled and an unusable query handler")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SettingsIT {

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(
          Nodes.withPlugin()
              .withGoodputYaml(
                  """
                  enforce_limits: false
                  query_handler: com.example.NoSuchHandler
                  """));

  @BeforeAll
  void table() {
    server.cql().run("CREATE TABLE t (k int PRIMARY KEY) WITH " + RateLimit.reads(0));
  }

  @Test
  void enforceLimitsFalse_requestOverLimit_isServed() {
    assertThat(server.cql().run("SELECT * FROM t WHERE k = 1").all()).isEmpty();
  }

  @Test
  void queryHandler_unknownClass_isLogged() throws IOException {
    assertThat(server.logged("query_handler com.example.NoSuchHandler"))
        .singleElement()
        .asString()
        .contains("ERROR")
        .endsWith("in goodput.yaml cannot be used; Cassandra's own is");
  }

  @Test
  void start_versionOfTheJar_isLogged() throws IOException {
    String jar = Nodes.plugin().getFileName().toString();

    assertThat(server.logged("Goodput is on: version "))
        .singleElement()
        .asString()
        .contains("version " + jar.replaceAll("goodput-cassandra-plugin-|\\.jar", "") + ";");
  }
}
