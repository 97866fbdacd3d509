package io.goodput.bench.coldcache;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.bench.report.Json;
import io.goodput.bench.report.JsonKeys;
import io.goodput.bench.report.Page;
import io.goodput.bench.report.Rounds;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColdCacheResultTest {

  private final ColdCacheResult result =
      new ColdCacheResult(
          Restarts.LENGTHS,
          true,
          new Rounds<>(List.of(Restarts.withMisses(75))),
          new Rounds<>(List.of(Restarts.withMisses(25))));

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(result.findings().document()))
        .containsExactlyInAnyOrder(
            "/stock/hit_rate",
            "/stock/steady/mean_ms",
            "/stock/steady/p99_ms",
            "/stock/warm_up/mean_ms",
            "/stock/warm_up/p99_ms",
            "/stock/mean_over_steady",
            "/stock/p99_over_steady",
            "/stock/misses_over_peers",
            "/stock/worst_misses_over_peers",
            "/stock/peers_misses_over_steady",
            "/stock/worst_peers_misses_over_steady",
            "/stock/seconds_to_warm",
            "/stock/seconds_from_stop_to_warm",
            "/stock/share_of_fair",
            "/stock/rounds/*/down_at",
            "/stock/rounds/*/up_at",
            "/stock/rounds/*/seconds/*/good",
            "/stock/rounds/*/seconds/*/mean_ms",
            "/stock/rounds/*/seconds/*/p99_ms",
            "/stock/rounds/*/nodes/*/*/hits",
            "/stock/rounds/*/nodes/*/*/misses",
            "/stock/rounds/*/nodes/*/*/reads",
            "/stock/rounds/*/nodes/*/*/reads_for_others",
            "/stock/rounds/*/nodes/*/*/coordinated",
            "/weighted/hit_rate",
            "/weighted/steady/mean_ms",
            "/weighted/steady/p99_ms",
            "/weighted/warm_up/mean_ms",
            "/weighted/warm_up/p99_ms",
            "/weighted/mean_over_steady",
            "/weighted/p99_over_steady",
            "/weighted/misses_over_peers",
            "/weighted/worst_misses_over_peers",
            "/weighted/peers_misses_over_steady",
            "/weighted/worst_peers_misses_over_steady",
            "/weighted/seconds_to_warm",
            "/weighted/seconds_from_stop_to_warm",
            "/weighted/share_of_fair",
            "/weighted/rounds/*/down_at",
            "/weighted/rounds/*/up_at",
            "/weighted/rounds/*/seconds/*/good",
            "/weighted/rounds/*/seconds/*/mean_ms",
            "/weighted/rounds/*/seconds/*/p99_ms",
            "/weighted/rounds/*/nodes/*/*/hits",
            "/weighted/rounds/*/nodes/*/*/misses",
            "/weighted/rounds/*/nodes/*/*/reads",
            "/weighted/rounds/*/nodes/*/*/reads_for_others",
            "/weighted/rounds/*/nodes/*/*/coordinated",
            "/setting/nodes",
            "/setting/dynamic_snitch",
            "/setting/reads_per_s",
            "/setting/partitions",
            "/setting/skew",
            "/setting/disk_channels",
            "/setting/disk_read_ms",
            "/setting/deadline_ms",
            "/setting/seconds/rounds",
            "/setting/seconds/warm_up",
            "/setting/seconds/steady",
            "/setting/seconds/restart",
            "/setting/seconds/warming",
            "/setting/seconds/window");
  }

  @Test
  void json_misses_compareTheRestartedNodeToItsPeers() throws Exception {
    assertThat(json().at("/stock/misses_over_peers").asDouble()).isEqualTo(3);
    assertThat(json().at("/weighted/misses_over_peers").asDouble()).isEqualTo(1);
  }

  @Test
  void json_latency_isGivenBeforeAndAfterTheRestart() throws Exception {
    assertThat(json().at("/stock/steady/mean_ms").asDouble()).isEqualTo(5.01);
    assertThat(json().at("/stock/warm_up/p99_ms").asDouble()).isEqualTo(5.02);
  }

  @Test
  void headline_saysHowMuchSlowerReadsAre() {
    assertThat(result.findings().headline())
        .isEqualTo(
            "After the restart of a node, the mean latency of reads is 1.00 times that before in a"
                + " stock cluster, and 1.00 times with weighted reads.");
  }

  @Test
  void page_allCharts_areThere() {
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
    return new ObjectMapper().readTree(Json.of(result.findings().document()));
  }
}
