package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Go clients")
@Tag("slow")
class GoClientsIT {

  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** A node that looks at the timeouts that clients state. */
  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(Nodes.withPlugin().withGoodputYaml("drop_late_requests: true\n"));

  @BeforeAll
  static void install() throws IOException {
    Go.install();
  }

  @Test
  void gocql_withTheDocumentedPolicy_statesTimeoutAndRetriesWithinBudget(@TempDir Path folder)
      throws IOException {
    for (String file : new String[] {"go.mod", "go.sum"}) {
      Files.copy(Go.GOCQL.resolve(file), folder.resolve(file));
    }
    Files.writeString(
        folder.resolve("policy.go"), Documents.block(Path.of("late-requests", "clients.md"), "go"));
    Files.copy(Path.of("src", "test", "resources", "budget.go.txt"), folder.resolve("main.go"));

    server.cql().run("CREATE TABLE read (release_version text PRIMARY KEY)");
    Command.Output output =
        Go.run(
            folder,
            LIMIT,
            "run",
            ".",
            server.node().contactPoint().getAddress().getHostAddress(),
            Integer.toString(server.node().contactPoint().getPort()),
            "ks.read");

    assertThat(output.exit()).as(output.err()).isZero();
    assertThat(output.out().lines())
        .contains(
            "version: " + Nodes.cassandraVersion(),
            "retries: 10",
            "saved: 100",
            "after a timeout: true",
            "second attempt: true third: false")
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("invalid: Custom payload 'goodput.timeout_ms' must be"));
  }
}
