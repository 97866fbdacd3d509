package io.goodput.cli.overrides;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.cli.TargetFolder;
import io.goodput.cli.connect.LoginOptions;
import io.goodput.cluster.Cluster;
import io.goodput.cluster.ClusterException;
import io.goodput.cluster.ClusterSpec;
import io.goodput.cluster.Installation;
import io.goodput.cluster.NodeOptions;
import io.goodput.cluster.PreconditionException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import picocli.CommandLine;

@DisplayName("limit, deny, unlimit, and overrides, on one node")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OverridesIT {

  private static final int PORT = 9376;

  @AutoClose("kill")
  private final Cluster cluster = Cluster.start(spec());

  private static ClusterSpec spec() {
    Installation installation = Installation.locate();
    return ClusterSpec.of(installation.cassandraLib(), TargetFolder.create())
        .withNativePort(PORT)
        .withOptions(NodeOptions.protectedBy(installation.plugin().orElseThrow()).shortLived());
  }

  @BeforeAll
  void createTable() {
    try (CqlSession session =
        LoginOptions.connect(List.of(cluster.node(1).contactPoint()), null, null)) {
      session.execute(
          "CREATE KEYSPACE demo WITH replication ="
              + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}");
      session.execute("CREATE TABLE demo.posts (id int PRIMARY KEY)");
    }
  }

  private record Result(int exit, String out, String err) {}

  private static Result run(Object command, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        new CommandLine(command)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setExecutionExceptionHandler(
                (problem, line, parsed) -> {
                  line.getErr().println(problem.getMessage());
                  return problem instanceof PreconditionException
                      ? 2
                      : problem instanceof ClusterException ? 1 : 70;
                })
            .execute(arguments);
    return new Result(exit, out.toString(), err.toString());
  }

  private static String port() {
    return "--port=" + PORT;
  }

  @Test
  void limit_thenDeny_thenUnlimit_saysWhatThePartitionHas() {
    Result limit =
        run(new LimitCommand(), "demo.posts", "1", "--reads", "10", "--for", "10m", port());
    assertThat(limit.out()).matches("demo\\.posts 1: 10 reads per second until 20.*Z\\.\n");
    assertThat(limit.exit()).isZero();

    Result deny = run(new DenyCommand(), "demo.posts", "1", "--for", "1h", port());
    assertThat(deny.out())
        .matches("demo\\.posts 1: 0 reads and 0 writes per second until 20.*Z\\.\n");

    Result unlimit = run(new UnlimitCommand(), "demo.posts", "1", port());
    assertThat(unlimit).isEqualTo(new Result(0, "demo.posts 1: no override.\n", ""));
  }

  @Test
  void overrides_listsThemAsTextAndAsJson() throws IOException {
    Result none = run(new OverridesCommand(), port());
    assertThat(none).isEqualTo(new Result(0, "There are no overrides.\n", ""));
    run(new LimitCommand(), "demo.posts", "2", "--writes", "3", "--for", "1m", port());

    Result text = run(new OverridesCommand(), port());
    assertThat(text.out())
        .matches("demo\\.posts 2: 3 writes per second until 20.*Z, set by 127\\.0\\.0\\.1\\.\n");

    JsonNode only =
        new ObjectMapper()
            .readTree(run(new OverridesCommand(), "--json", port()).out())
            .at("/overrides/0");
    assertThat(only.at("/keyspace").asText()).isEqualTo("demo");
    assertThat(only.at("/table").asText()).isEqualTo("posts");
    assertThat(only.at("/partition_key").asText()).isEqualTo("2");
    assertThat(only.at("/max_reads_per_second").isNull()).isTrue();
    assertThat(only.at("/max_writes_per_second").asInt()).isEqualTo(3);
    run(new UnlimitCommand(), "demo.posts", "2", port());
  }

  @Test
  void limit_withoutALimit_isAMistakeInTheCommand() {
    Result result = run(new LimitCommand(), "demo.posts", "1", "--for", "10m", port());

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).startsWith("Give --reads, --writes, or both.");
  }

  @Test
  void limit_refusedByTheNode_saysWhyInOneSentence() {
    assertThat(run(new DenyCommand(), "demo.nothing", "1", "--for", "10m", port()))
        .isEqualTo(new Result(2, "", "Table demo.nothing does not exist.\n"));
    assertThat(run(new LimitCommand(), "demo.posts", "1", "--reads=-1", "--for", "10m", port()))
        .isEqualTo(new Result(2, "", "max_reads_per_second must be 0 or more, not -1.\n"));
  }
}
