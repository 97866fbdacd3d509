package io.goodput.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.cli.CommandRun;
import io.goodput.cli.TestNodes;
import io.goodput.cli.connect.LoginOptions;
import io.goodput.lab.nodes.Cluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Of two nodes, one without the plug-in")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DoctorIT {

  private static final int PORT = 9372;

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(
          TestNodes.on(PORT)
              .withNodes(2)
              .withOptions(TestNodes.stock())
              .withOptions(
                  1,
                  TestNodes.withPlugin()
                      .withGoodputYaml("drop_late_requests: true\nfair_sharez: on\n")));

  @Test
  @Order(1)
  @DisplayName("doctor says what is wrong with each, and exits with 1")
  void doctor_unlikeNodes_saysWhatIsWrong() throws IOException {
    try (CqlSession session = session()) {
      // As of a cluster that had one node when the first level was created.
      session.execute(
          "CREATE KEYSPACE goodput_levels WITH replication ="
              + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}");
    }

    CommandRun result = CommandRun.of("doctor", "--json", "--port", Integer.toString(PORT));

    JsonNode findings = new ObjectMapper().readTree(result.out()).at("/findings");
    assertThat(result.exit()).isEqualTo(1);
    List<String> problems = new ArrayList<>();
    findings.forEach(
        it -> problems.add(it.at("/node").asText() + " " + it.at("/problem").asText()));
    assertThat(problems)
        .hasSize(4)
        .contains(
            "cluster keyspace goodput_levels has the replicas {datacenter1=1}, and the data centers"
                + " have the nodes {datacenter1=2}",
            "127.0.0.1 executes requests for their whole timeout after they have waited in the"
                + " queue",
            "127.0.0.2 runs without Goodput and enforces no limit")
        .first(InstanceOfAssertFactories.STRING)
        .startsWith("127.0.0.1 has started with mistakes in its settings: ")
        .contains("goodput.yaml: unknown key 'fair_sharez'; the keys are ");
  }

  @Test
  @Order(2)
  @DisplayName("set changes a setting of each node that has the plug-in, and names the others")
  void set_validValue_isThatOfTheNode() {
    CommandRun result = set("fair_shares", "observe");

    assertThat(result)
        .isEqualTo(
            new CommandRun(
                1,
                """
                127.0.0.1: fair_shares is observe.
                127.0.0.2: runs without Goodput.
                Repeat the command when these nodes are well: it does no harm on the others.
                """,
                ""));
    try (CqlSession session = session()) {
      SimpleStatement value =
          SimpleStatement.newInstance(
                  "SELECT value FROM goodput.settings WHERE name = 'fair_shares'")
              .setNode(
                  session.getMetadata().findNode(cluster.node(1).contactPoint()).orElseThrow());
      assertThat(session.execute(value).one().getString(0)).isEqualTo("observe");
    }
  }

  @ParameterizedTest
  @Order(2)
  @CsvSource({"fair_shares, maybe", "no_setting, on", "partition_counters, 1024"})
  void set_wrongNameOrValue_isOneSentence(String name, String value) {
    CommandRun result = set(name, value);

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).startsWith("goodput: ").contains(name).hasLineCount(1);
  }

  private static CommandRun set(String name, String value) {
    return CommandRun.of("set", name, value, "--port", Integer.toString(PORT));
  }

  private CqlSession session() {
    return CqlSession.builder()
        .addContactPoint(cluster.node(1).contactPoint())
        .withLocalDatacenter("datacenter1")
        .withConfigLoader(LoginOptions.configuration())
        .build();
  }

  @Test
  @Order(2)
  @DisplayName("wait-warm returns at once when there is nothing to wait for")
  void waitWarm_nothingMissing_returns() {
    assertThat(CommandRun.of("wait-warm", "127.0.0.1", "--port", Integer.toString(PORT)))
        .isEqualTo(new CommandRun(0, "The next node may be restarted.\n", ""));
  }

  @Test
  @Order(2)
  @DisplayName("wait-warm waits for the plug-in, unless it has been taken out")
  void waitWarm_nodeWithoutThePlugin_waits() {
    CommandRun result =
        CommandRun.of("wait-warm", "127.0.0.2", "--port", Integer.toString(PORT), "--timeout", "1");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("127.0.0.2 runs without Goodput");
    assertThat(
            CommandRun.of(
                    "wait-warm", "127.0.0.2", "--port", Integer.toString(PORT), "--without-plugin")
                .exit())
        .isZero();
  }

  @Test
  @Order(3)
  @DisplayName("wait-warm waits for a node that is down, and gives up when the time is up")
  void waitWarm_nodeDown_timesOut() {
    cluster.node(2).stop();

    CommandRun result =
        CommandRun.of("wait-warm", "127.0.0.2", "--port", Integer.toString(PORT), "--timeout", "1");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err())
        .endsWith("not ready after 1 s: No Cassandra answers at 127.0.0.2:9372.\n");
  }
}
