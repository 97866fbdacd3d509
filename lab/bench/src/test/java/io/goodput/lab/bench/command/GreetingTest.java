package io.goodput.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GreetingTest {

  private static final String CONSOLE = "http://127.0.0.1:8088/";

  @Test
  void of_aReadyCluster_saysWhereInItsFirstLine() {
    assertThat(greeting(true).lines().findFirst().orElseThrow())
        .contains("127.0.0.1, 127.0.0.2 port 9042", "logs in data/node*/logs");
  }

  @Test
  void of_aClusterWithAConsole_namesItAndTheLoadToTry() {
    assertThat(greeting(9042, true, CONSOLE).lines().skip(1))
        .containsExactly(
            "For the console, open http://127.0.0.1:8088/ in a browser.",
            "To try it, run in another terminal: ./goodput load");
  }

  @Test
  void of_aClusterWithAConsoleOnAnotherPort_namesThePortOfTheLoad() {
    assertThat(greeting(9376, true, CONSOLE)).endsWith("./goodput load --port 9376");
  }

  @Test
  void of_aReadyCluster_givesThreeLinesToPaste() {
    assertThat(greeting(true).lines().skip(2)).hasSize(3).allMatch(line -> line.endsWith(";"));
  }

  @Test
  void of_aStockCluster_doesNotUseTheOptionOfThePlugin() {
    assertThat(greeting(false)).doesNotContain("per_partition_rate_limit");
  }

  private static String greeting(boolean limits) {
    return greeting(9042, limits, null);
  }

  private static String greeting(int port, boolean limits, @Nullable String console) {
    List<InetSocketAddress> nodes =
        List.of(
            InetSocketAddress.createUnresolved("127.0.0.1", port),
            InetSocketAddress.createUnresolved("127.0.0.2", port));
    return RunCommand.greeting(nodes, Path.of("data"), 7, limits, console);
  }
}
