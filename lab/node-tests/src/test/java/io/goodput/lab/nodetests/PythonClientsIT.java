package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Python clients")
@ExtendWith(SharedNode.class)
class PythonClientsIT {

  private final Cql cql;
  private final Node node;

  PythonClientsIT(Cql cql, Node node) {
    this.cql = cql;
    this.node = node;
  }

  @BeforeAll
  static void install(Cql cql) throws IOException {
    Python.install();
    cql.run("CREATE TABLE flooded (k int PRIMARY KEY) WITH " + RateLimit.reads(100));
    cql.run("CREATE TABLE closed (k int PRIMARY KEY) WITH " + RateLimit.reads(0));
    cql.run("CREATE TABLE sealed (k int PRIMARY KEY, v int) WITH " + RateLimit.writes(0));
  }

  @Test
  void cassandraDriver_flood_isAcceptedAtLimit() throws IOException {
    Command.Output output =
        Python.script("flood.py", host(), port(), cql.qualifiedName("flooded"), 10);

    assertThat(output.out())
        .contains("rejected with code 0x2300")
        .contains(cql.rejectionMessage("coordinator", "reads", "flooded"));
    assertThat(output.exit()).as(output.err()).isZero();
    assertThat(Double.parseDouble(output.out().lines().findFirst().orElseThrow()))
        .isBetween(90.0, 110.0);
  }

  @Test
  void cassandraDriver_withTheDocumentedPolicy_statesTimeoutAndRetriesWithinBudget(
      @TempDir Path folder) throws IOException {
    Path script = folder.resolve("budget.py");
    Files.writeString(
        script,
        Documents.block(Path.of("late-requests", "clients.md"), "python")
            + Files.readString(Path.of("src", "test", "resources", "budget.py")));

    Command.Output output = Python.script(script.toAbsolutePath().toString(), host(), port());

    assertThat(output.exit()).as(output.err()).isZero();
    assertThat(output.out().lines()).contains("stated: 10000", "retries: 10", "budget left: 0");
  }

  @Test
  void cassandraDriver_rejectedRequest_getsReasonsInPayload() throws IOException {
    String read = "SELECT * FROM %s WHERE k = 1".formatted(cql.qualifiedName("closed"));

    // Another partition may hold the place of the answer with the rate for some seconds.
    Map<String, String> reasons =
        await()
            .atMost(Duration.ofSeconds(20))
            .until(
                () -> Python.reasons(node, cql.keyspace(), read),
                told -> told.containsKey("goodput.rate"));

    assertThat(reasons)
        .containsOnlyKeys(
            "goodput.refused", "goodput.retry", "goodput.table", "goodput.limit", "goodput.rate")
        .containsAllEntriesOf(
            Map.of(
                "goodput.refused", "limit",
                "goodput.retry", "never",
                "goodput.table", cql.qualifiedName("closed"),
                "goodput.limit", "0"));
  }

  @Test
  void cassandraDriver_rejectedBatch_getsReasonsInPayload() throws IOException {
    String table = cql.qualifiedName("sealed");

    assertThat(
            Python.reasons(
                node,
                cql.keyspace(),
                "UPDATE %s SET v = 1 WHERE k = 1".formatted(table),
                "UPDATE %s SET v = 2 WHERE k = 1".formatted(table)))
        .containsAllEntriesOf(
            Map.of(
                "goodput.refused", "limit",
                "goodput.retry", "never",
                "goodput.table", table,
                "goodput.limit", "0"));
  }

  @Test
  void cassandraDriver_flood_getsTheRateOfThePartitionInPayload() throws Exception {
    cql.run("CREATE TABLE busy (k int PRIMARY KEY) WITH " + RateLimit.reads(100));
    String read = "SELECT * FROM %s WHERE k = 1".formatted(cql.qualifiedName("busy"));
    Duration pause = Duration.ofMillis(2);
    ClosedLoop flood = new ClosedLoop(cql.session(), SimpleStatement.newInstance(read), pause);
    flood.start(1);

    // The first second of a flood tells no rate, or that of the burst until the first rejection.
    Map<String, String> reasons =
        await()
            .atMost(Duration.ofSeconds(20))
            .until(
                () -> Python.reasons(node, cql.keyspace(), read),
                told -> Double.parseDouble(told.getOrDefault("goodput.rate", "NaN")) <= 600);
    flood.stop();

    assertThat(reasons).containsEntry("goodput.limit", "100");
    assertThat(Double.parseDouble(reasons.get("goodput.rate"))).isGreaterThanOrEqualTo(100);
  }

  @Test
  void cqlsh_rejectedRequest_showsReason() throws IOException {
    Command.Output output =
        Python.cqlsh(
            host(),
            port(),
            "-e",
            "SELECT * FROM %s WHERE k = 1".formatted(cql.qualifiedName("closed")));

    assertThat(output.err()).contains(cql.rejectionMessage("coordinator", "reads", "closed"));
    assertThat(output.exit()).isNotZero();
  }

  @Test
  void cqlsh_serviceLevels_areCreatedAndListed() throws IOException {
    Command.Output output =
        Python.cqlsh(
            host(),
            port(),
            "-e",
            "CREATE SERVICE LEVEL shown WITH shares = 70 AND timeout = 500ms;"
                + " LIST ALL SERVICE LEVELS; LIST SERVICE LEVEL shown; DROP SERVICE LEVEL shown;");

    assertThat(output.exit()).as(output.err()).isZero();
    assertThat(output.out()).containsPattern("shown +\\| +500ms +\\| +unspecified +\\| +70");
  }

  @Test
  @DisplayName("COPY of cqlsh saves and restores service levels")
  void cqlsh_copy_restoresServiceLevels(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("levels.csv");
    cql.run("CREATE SERVICE LEVEL saved WITH shares = 70 AND timeout = 500ms");

    Command.Output save = copyLevels("TO", file);
    cql.run("DROP SERVICE LEVEL saved");
    Command.Output restore = copyLevels("FROM", file);

    assertThat(save.exit()).as(save.err()).isZero();
    assertThat(restore.exit()).as(restore.err()).isZero();
    assertThat(cql.run("LIST SERVICE LEVEL saved").one().getInt("shares")).isEqualTo(70);
    cql.run("DROP SERVICE LEVEL saved");
  }

  @Test
  void cqlsh_outputOfDescribe_recreatesLimits(@TempDir Path folder) throws IOException {
    try (Cql described = Cql.connect(node, "described")) {
      described.run(
          "CREATE TABLE t (k int PRIMARY KEY, v int) WITH comment = 'it''s' AND "
              + RateLimit.of(10, 20));
      described.run("CREATE TABLE free (k int PRIMARY KEY)");
      Path file = folder.resolve("described.cql");

      Command.Output description =
          Python.cqlsh(host(), port(), "-e", "DESCRIBE KEYSPACE described");
      // First, cqlsh prints a warning that its version differs from the server's.
      Files.write(
          file,
          description
              .out()
              .lines()
              .dropWhile(line -> !line.startsWith("CREATE KEYSPACE"))
              .toList());
      described.run("DROP KEYSPACE described");
      Command.Output output = Python.cqlsh(host(), port(), "-f", file.toString());

      assertThat(output.exit()).as(output.err()).isZero();
      assertThat(described.limits("t")).isEqualTo(Map.of("reads", 10, "writes", 20));
      assertThat(described.limits("free")).isEmpty();
    }
  }

  private Command.Output copyLevels(String direction, Path file) throws IOException {
    String copy = "COPY goodput_levels.service_levels %s '%s'".formatted(direction, file);
    return Python.cqlsh(host(), port(), "-e", copy);
  }

  private String host() {
    return node.contactPoint().getAddress().getHostAddress();
  }

  private String port() {
    return Integer.toString(node.contactPoint().getPort());
  }
}
