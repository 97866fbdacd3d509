package io.goodput.cli.overrides;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.cli.CommandRun;
import io.goodput.cli.TestNodes;
import io.goodput.cli.connect.LoginOptions;
import io.goodput.lab.nodes.Cluster;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("limit, deny, unlimit, and overrides, on one node")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OverridesIT {

  private static final int PORT = 9376;

  @AutoClose("kill")
  private final Cluster cluster = Cluster.start(TestNodes.on(PORT));

  @BeforeAll
  void createTable() {
    try (CqlSession session =
        LoginOptions.connect(List.of(cluster.node(1).contactPoint()), null, null)) {
      List.of(
              "CREATE KEYSPACE demo WITH replication"
                  + " = {'class': 'NetworkTopologyStrategy', 'replication_factor': 1}",
              "CREATE TABLE demo.posts (id int PRIMARY KEY, body text)")
          .forEach(statement -> TestNodes.execute(session, statement));
    }
  }

  private static String port() {
    return "--port=" + PORT;
  }

  @Test
  void limit_thenDeny_thenUnlimit_saysWhatThePartitionHas() {
    CommandRun limit =
        CommandRun.of("limit", "demo.posts", "1", "--reads", "10", "--for", "10m", port());
    assertThat(limit.out()).matches("demo\\.posts 1: 10 reads per second until 20.*Z\\.\n");
    assertThat(limit.exit()).isZero();

    CommandRun deny = CommandRun.of("deny", "demo.posts", "1", "--for", "1h", port());
    assertThat(deny.out())
        .matches("demo\\.posts 1: 0 reads and 0 writes per second until 20.*Z\\.\n");

    CommandRun unlimit = CommandRun.of("unlimit", "demo.posts", "1", port());
    assertThat(unlimit).isEqualTo(new CommandRun(0, "Removed the override of demo.posts 1.\n", ""));
    assertThat(CommandRun.of("unlimit", "demo.posts", "1", port()))
        .isEqualTo(
            new CommandRun(
                0, "demo.posts 1 has no override now, and you could see none before.\n", ""));
  }

  @Test
  void deny_ofATableThatOnlyObserves_warnsThatNothingIsRejected() {
    try (CqlSession session =
        LoginOptions.connect(List.of(cluster.node(1).contactPoint()), null, null)) {
      TestNodes.execute(
          session,
          "CREATE TABLE demo.observed (id int PRIMARY KEY) WITH per_partition_rate_limit ="
              + " {'max_reads_per_second': 5, 'mode': 'observe'}");
    }

    CommandRun deny = CommandRun.of("deny", "demo.observed", "1", "--for", "1m", port());

    assertThat(deny.err())
        .isEqualTo(
            "Limits of demo.observed are in observe mode: its overrides count and reject nothing.\n");
    assertThat(deny.exit()).isZero();
    CommandRun.of("unlimit", "demo.observed", "1", port());
  }

  @Test
  void overrides_listsThemAsTextAndAsJson() throws IOException {
    CommandRun none = CommandRun.of("overrides", port());
    assertThat(none).isEqualTo(new CommandRun(0, "There are no overrides.\n", ""));
    CommandRun.of("limit", "demo.posts", "2", "--writes", "3", "--for", "1m", port());

    CommandRun text = CommandRun.of("overrides", port());
    assertThat(text.out())
        .matches("demo\\.posts 2: 3 writes per second until 20.*Z, set by 127\\.0\\.0\\.1\\.\n");

    JsonNode only =
        new ObjectMapper()
            .readTree(CommandRun.of("overrides", "--json", port()).out())
            .at("/overrides/0");
    assertThat(only.at("/keyspace").asText()).isEqualTo("demo");
    assertThat(only.at("/table").asText()).isEqualTo("posts");
    assertThat(only.at("/partition_key").asText()).isEqualTo("2");
    assertThat(only.at("/max_reads_per_second").isNull()).isTrue();
    assertThat(only.at("/max_writes_per_second").asInt()).isEqualTo(3);
    CommandRun.of("unlimit", "demo.posts", "2", port());
  }

  @Test
  void limit_withoutALimit_isAMistakeInTheCommand() {
    CommandRun result = CommandRun.of("limit", "demo.posts", "1", "--for", "10m", port());

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).startsWith("Give --reads, --writes, or both.");
  }

  @Test
  void limit_refusedByTheNode_saysWhyInOneSentence() {
    assertThat(CommandRun.of("deny", "demo.nothing", "1", "--for", "10m", port()))
        .isEqualTo(new CommandRun(2, "", "goodput: Table demo.nothing does not exist.\n"));
    assertThat(CommandRun.of("limit", "demo.posts", "1", "--reads=-1", "--for", "10m", port()))
        .isEqualTo(
            new CommandRun(2, "", "goodput: max_reads_per_second must be 0 or more, not -1.\n"));
  }
}
