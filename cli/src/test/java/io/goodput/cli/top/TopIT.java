package io.goodput.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.cli.CommandRun;
import io.goodput.cli.TestNodes;
import io.goodput.cli.connect.LoginOptions;
import io.goodput.lab.nodes.Cluster;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import picocli.CommandLine;

@DisplayName("While one of three nodes lacks the plug-in and one is down,")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TopIT {

  private static final int PORT = 9382;
  private static final int OVER_THE_LIMIT = 50;

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(
          TestNodes.on(PORT)
              .withNodes(3)
              .withOptions(TestNodes.stock())
              .withOptions(1, TestNodes.withPlugin().withGoodputYaml("fair_shares: observe\n")));

  private JsonNode snapshot;

  @BeforeAll
  void top() throws Exception {
    cluster.node(3).stop();
    readTooOften();
    StringWriter out = new StringWriter();
    CommandLine command = new CommandLine(new TopCommand()).setOut(new PrintWriter(out, true));

    assertThat(command.execute("--port", Integer.toString(PORT), "--once", "--json")).isZero();
    snapshot = new ObjectMapper().readTree(out.toString());
  }

  /** The sample of the first node: the others are down or count nothing. */
  private void readTooOften() {
    try (CqlSession session =
        CqlSession.builder()
            // That agreement on the schema be asked of the node that changes it.
            .addContactPoint(cluster.node(1).contactPoint())
            .withLocalDatacenter("datacenter1")
            .withConfigLoader(LoginOptions.configuration())
            .build()) {
      Node first = session.getMetadata().findNode(cluster.node(1).contactPoint()).orElseThrow();
      run(
          session,
          first,
          "CREATE KEYSPACE ks WITH replication ="
              + " {'class': 'NetworkTopologyStrategy', 'replication_factor': 3}");
      run(
          session,
          first,
          "CREATE TABLE ks.t (k int PRIMARY KEY)"
              + " WITH per_partition_rate_limit = {'max_reads_per_second': 1}");
      assertThat(session.checkSchemaAgreement()).isTrue();
      for (int i = 0; i < OVER_THE_LIMIT; i++) {
        try {
          run(session, first, "SELECT * FROM ks.t WHERE k = 7");
        } catch (InvalidConfigurationInQueryException e) {
          // Rejected, which top should show.
        }
      }
    }
  }

  private static void run(CqlSession session, Node node, String query) {
    session.execute(
        SimpleStatement.newInstance(query).setNode(node).setTimeout(Duration.ofSeconds(20)));
  }

  @Test
  @DisplayName("top shows which nodes there are, and in what state")
  void nodes() {
    assertThat(snapshot.at("/nodes"))
        .extracting(node -> node.at("/address").asText() + " " + node.at("/state").asText())
        .containsExactly(
            "127.0.0.1:9382 up", "127.0.0.2:9382 up, no plug-in", "127.0.0.3:9382 down");
  }

  @Test
  @DisplayName("top shows the latency of those that answer")
  void latency() {
    assertThat(snapshot.at("/nodes"))
        .extracting(node -> node.at("/reads/p99_ms").isNumber())
        .containsExactly(true, true, false);
  }

  @Test
  @DisplayName("top shows that the first reads of a node took milliseconds, not microseconds")
  void latencyOfFirstReads() {
    assertThat(snapshot.at("/nodes/0/reads/p99_ms").asDouble()).isBetween(1.0, 20_000.0);
  }

  @Test
  @DisplayName("top shows the requests in flight of those that share fairly")
  void fairShares() {
    assertThat(snapshot.at("/nodes"))
        .extracting(node -> node.at("/fair_shares/in_flight").isNumber())
        .containsExactly(true, false, false);
  }

  @Test
  @DisplayName("top shows the limits")
  void limits() {
    JsonNode limit = snapshot.at("/limits/0");

    assertThat(limit.at("/table").asText()).isEqualTo("t");
    assertThat(limit.at("/kind").asText()).isEqualTo("reads");
    assertThat(limit.at("/limit").asInt()).isEqualTo(1);
    assertThat(limit.at("/accepted").asInt() + limit.at("/rejected").asInt())
        .isEqualTo(OVER_THE_LIMIT);
  }

  @Test
  @DisplayName("top shows the hot partition")
  void hotPartition() {
    assertThat(snapshot.at("/hot_partitions/0/partition_key").asText()).isEqualTo("7");
  }

  @Test
  @DisplayName("overrides asks the node that knows them")
  void overrides() {
    assertThat(CommandRun.of("overrides", "--port=" + PORT))
        .isEqualTo(new CommandRun(0, "There are no overrides.\n", ""));
  }
}
