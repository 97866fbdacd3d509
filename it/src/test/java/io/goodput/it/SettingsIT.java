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

@DisplayName(
    "goodput.yaml with enforcement and dropping off, a mistake, and a handler that does not exist,"
        + " in a JVM whose classes cannot be changed")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SettingsIT {

  @AutoClose
  private final OneNode one =
      OneNode.start(
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
    one.cql()
        .run(
            "CREATE TABLE t (k int PRIMARY KEY)"
                + " WITH per_partition_rate_limit = {'max_reads_per_second': 0}");
  }

  @Test
  void requestsOverTheirLimit_areServed() {
    assertThat(one.cql().run("SELECT * FROM t WHERE k = 1").all()).isEmpty();
  }

  @Test
  void theMistake_isLoggedInOneSentence() throws IOException {
    assertThat(one.logged("partition_counters must be"))
        .singleElement()
        .asString()
        .contains("ERROR")
        .endsWith(
            "goodput.yaml: partition_counters must be a power of two from 1024 to 67108864,"
                + " not '1000'; 65536 holds");
  }

  @Test
  void theMissingHandler_isLogged() throws IOException {
    assertThat(one.logged("query_handler com.example.NoSuchHandler"))
        .singleElement()
        .asString()
        .contains("ERROR")
        .endsWith("in goodput.yaml cannot be used; Cassandra's own is");
  }

  @Test
  void aRequestsPatience_isNotAskedFor() {
    SimpleStatement request =
        SimpleStatement.newInstance("SELECT * FROM t WHERE k = 1")
            .setCustomPayload(Map.of("goodput.timeout_ms", ByteBuffer.allocate(0)));

    assertThat(one.cql().run(request).all()).isEmpty();
  }

  @Test
  void failuresKeepTheirStackTraces_whichIsLogged() throws IOException {
    assertThat(one.logged("keep their stack traces (stackless_failures in goodput.yaml)"))
        .singleElement()
        .asString()
        .contains("WARN");
  }
}
