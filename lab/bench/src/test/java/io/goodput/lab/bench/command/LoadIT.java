package io.goodput.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.cli.CommandRun;
import io.goodput.cli.TestNodes;
import io.goodput.cli.connect.LoginOptions;
import io.goodput.lab.nodes.Cluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

@DisplayName("The load on a node")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
@Tag("slow")
class LoadIT {

  private static final int PORT = 9396;

  @AutoClose("kill")
  private final Cluster cluster = Cluster.start(TestNodes.on(PORT));

  @Test
  @Order(2)
  @DisplayName("reads mostly one partition, and says how many reads were answered in time")
  void hottest() {
    CommandRun load = CommandRun.of(Lab.commandLine(), "load", "--seconds=3", "--port=" + PORT);

    assertThat(load.err()).isEmpty();
    assertThat(load.exit()).isZero();
    assertThat(load.out())
        .containsPattern(
            "Of [23],\\d{3} reads, [123],\\d{3} were answered in time, 0 were rejected");
    try (CqlSession session = LoginOptions.connect(cluster.contactPoints(), null, null)) {
      assertThat(session.execute("SELECT partition_key FROM goodput.hot_partitions").all())
          .first()
          .extracting(row -> row.getString("partition_key"))
          .isEqualTo("1");
    }
  }

  @Test
  @Order(3)
  @DisplayName("says what happened to its reads when it is stopped")
  void stopped() throws Exception {
    Process load = start("--rate=100");
    try (BufferedReader out = load.inputReader()) {
      awaitReads(out);

      // destroy() of the process itself would close its output.
      load.toHandle().destroy();

      assertThat(out.lines().reduce((first, last) -> last).orElse(""))
          .matches("Of [\\d,]+ reads, [\\d,]+ were answered in time, .* late or failed\\.");
    }
  }

  @Test
  @Order(4)
  @DisplayName("says that no node answers once the node is gone, and exits with 1")
  void nodeGone() throws Exception {
    Process load = start("--rate=100", "--seconds=600");
    try (BufferedReader out = load.inputReader()) {
      awaitReads(out);
      cluster.node(1).kill();

      assertThat(out.lines()).anyMatch(line -> line.matches("No node has answered for 10 s: .*"));
      assertThat(load.waitFor()).isEqualTo(1);
    }
  }

  private static Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Lab.class.getName(), "load", "--port=" + PORT));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static void awaitReads(BufferedReader out) {
    assertThat(out.lines().filter(line -> line.startsWith("Reading demo.posts")).findFirst())
        .isPresent();
  }
}
