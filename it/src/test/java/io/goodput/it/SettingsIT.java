package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * goodput.yaml disables two features and contains two errors. The JVM does not let the plug-in
 * change classes.
 */
@DisplayName("A node with features disabled and errors in goodput.yaml")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SettingsIT {

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(
          Nodes.withPlugin()
              .withGoodputYaml(
                  """
                  enforce_limits: false
                  partition_counters: 1000
                  query_handler: com.example.NoSuchHandler
                  drop_late_requests: false
                  """)
              .withJvmArgument("-XX:+DisableAttachMechanism"));

  @BeforeAll
  void table() {
    server.cql().run("CREATE TABLE t (k int PRIMARY KEY) WITH " + RateLimit.reads(0));
  }

  @Test
  void enforceLimitsFalse_requestOverLimit_isServed() {
    assertThat(server.cql().run("SELECT * FROM t WHERE k = 1").all()).isEmpty();
  }

  @Test
  void partitionCounters_invalidValue_isLogged() throws IOException {
    assertThat(server.logged("partition_counters must be"))
        .singleElement()
        .asString()
        .contains("ERROR")
        .endsWith(
            "goodput.yaml: partition_counters must be a power of two from 1024 to 67108864,"
                + " not '1000'; 65536 holds");
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
  void dropLateRequestsFalse_invalidTimeoutInPayload_isIgnored() {
    SimpleStatement request =
        SimpleStatement.newInstance("SELECT * FROM t WHERE k = 1")
            .setCustomPayload(Map.of("goodput.timeout_ms", ByteBuffer.allocate(0)));

    assertThat(server.cql().run(request).all()).isEmpty();
  }
}
