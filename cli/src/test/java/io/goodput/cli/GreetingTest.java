package io.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class GreetingTest {

  private static final List<InetSocketAddress> NODES =
      List.of(
          InetSocketAddress.createUnresolved("127.0.0.1", 9042),
          InetSocketAddress.createUnresolved("127.0.0.2", 9042));

  @Test
  void of_aReadyCluster_saysWhereInItsFirstLine() {
    assertThat(greeting(true).lines().findFirst().orElseThrow())
        .contains("127.0.0.1, 127.0.0.2 port 9042", "logs in data/node*/logs");
  }

  @Test
  void of_aClusterWithAConsole_namesItBeforeTheStatements() {
    assertThat(greeting(true).lines().skip(1).findFirst())
        .hasValue("For the console, open http://127.0.0.1:8088/ in a browser.");
  }

  @Test
  void of_aReadyCluster_givesThreeLinesToPaste() {
    assertThat(greeting(true).lines().skip(3)).hasSize(3).allMatch(line -> line.endsWith(";"));
  }

  @Test
  void of_aStockCluster_doesNotUseTheOptionOfThePlugin() {
    assertThat(greeting(false)).doesNotContain("per_partition_rate_limit");
  }

  private static String greeting(boolean limits) {
    return Greeting.of(NODES, Path.of("data"), 7, limits, "http://127.0.0.1:8088/");
  }
}
