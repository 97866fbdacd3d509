package io.goodput.lab.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The README's figures are those of the latest runs")
class ReadmeFiguresTest {

  @Test
  void attackOnOnePartition() throws IOException {
    JsonNode shares = document("hot-partition").path("ratio_to_alone");

    assertReadmeSays(
        "during an attack on one partition, %.0f%% of the reads of other partitions are served;"
            + " with a limit of 10/s, %.0f%%",
        100 * shares.at("/stock/median").asDouble(), 100 * shares.at("/limit/median").asDouble());
  }

  @Test
  void moreLoadThanNodesCanServe() throws IOException {
    JsonNode overload = document("overload");
    JsonNode steps = overload.path("steps");
    JsonNode last = steps.get(steps.size() - 1);
    double best = overload.at("/peak_goodput/stock").asDouble();

    assertReadmeSays(
        "at %.1f times the load that stock serves best: %.0f%% of stock's best goodput; tuned"
            + " %.0f%%; stock %.0f%%",
        last.path("factor").asDouble(),
        100 * last.at("/goodput/goodput/median").asDouble() / best,
        100 * last.at("/tuned/goodput/median").asDouble() / best,
        100 * last.at("/stock/goodput/median").asDouble() / best);
  }

  private static void assertReadmeSays(String format, Object... figures) throws IOException {
    assertThat(Files.readString(Path.of("../../README.md"))).contains(Text.of(format, figures));
  }

  private static JsonNode document(String name) throws IOException {
    return new ObjectMapper().readTree(Path.of("../../docs/measurements", name + ".json").toFile());
  }
}
