package io.goodput.bench.coldcache;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.bench.report.Page;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColdCacheResultTest {

  private final ColdCacheResult result =
      new ColdCacheResult(
          Restarts.LENGTHS,
          true,
          List.of(Restarts.withMisses(75)),
          List.of(Restarts.withMisses(25)));

  @Test
  void json_hasTheMissesOfBothRestarts() throws Exception {
    assertThat(json().at("/stock/misses_over_peers").asDouble()).isEqualTo(3);
    assertThat(json().at("/weighted/misses_over_peers").asDouble()).isEqualTo(1);
  }

  @Test
  void json_hasTheLatencyBeforeAndAfter() throws Exception {
    assertThat(json().at("/stock/steady/mean_ms").asDouble()).isPositive();
    assertThat(json().at("/stock/warm_up/p99_ms").asDouble()).isPositive();
  }

  @Test
  void report_hasTheSixGraphs() {
    assertThat(Page.of(result.findings()))
        .contains(
            "<h2>Latency</h2>",
            "<h2>Hit rate, stock</h2>",
            "<h2>Cache misses, weighted</h2>",
            "<h2>Coordinator local reads, stock</h2>",
            "<h2>Coordinator remote reads, weighted</h2>",
            "<h2>Replica reads, stock</h2>");
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(result.json());
  }
}
