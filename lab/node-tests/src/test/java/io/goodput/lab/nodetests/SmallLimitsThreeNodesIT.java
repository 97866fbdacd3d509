package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Through three coordinators,")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmallLimitsThreeNodesIT {

  private static final int COORDINATORS = 3;
  private static final Duration TIME = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final ThreeNodes nodes;

  SmallLimitsThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
  }

  @Test
  @DisplayName(
      "a small limit admits no more than L (t + 0.5) + 3 for each coordinator, nor much less")
  void reads_ofASmallLimit_areBounded() throws Exception {
    int limit = 1;
    String table = "rf3.small_" + limit;
    nodes
        .rf3(1)
        .changeSchema(
            "CREATE TABLE %s (k int PRIMARY KEY) WITH %s".formatted(table, RateLimit.reads(limit)));
    SimpleStatement read = SimpleStatement.newInstance("SELECT * FROM " + table + " WHERE k = 1");
    List<CompletableFuture<Flood>> floods = new ArrayList<>();
    for (int node = 1; node <= COORDINATORS; node++) {
      Cql client = nodes.rf3(node);
      floods.add(CompletableFuture.supplyAsync(() -> Flood.run(client, read, TIME, PAUSE)));
    }
    long accepted = 0;
    double seconds = 0;
    for (CompletableFuture<Flood> flood : floods) {
      accepted += flood.get().accepted();
      seconds = Math.max(seconds, flood.get().seconds());
    }

    double most = limit * seconds;
    double chance = 3 * Math.sqrt(most);
    assertThat((double) accepted)
        .isLessThanOrEqualTo(most + 0.5 * limit + 3 * COORDINATORS + chance)
        .isGreaterThanOrEqualTo(most - chance);
  }
}
