package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("goodput.yaml with enforcement off, a mistake, and a handler that does not exist")
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
                  """));

  @Test
  void requestsOverTheirLimit_areServed() {
    one.cql()
        .run(
            "CREATE TABLE t (k int PRIMARY KEY)"
                + " WITH per_partition_rate_limit = {'max_reads_per_second': 0}");

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
}
