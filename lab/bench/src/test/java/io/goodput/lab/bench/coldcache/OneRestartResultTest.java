package io.goodput.lab.bench.coldcache;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.JsonKeys;
import io.goodput.lab.bench.report.Page;
import io.goodput.lab.bench.report.Rounds;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OneRestartResultTest {

  private final OneRestartResult result =
      new OneRestartResult(
          Restarts.LENGTHS,
          new EnumMap<>(
              Map.of(
                  Arm.STOCK, new Rounds<>(List.of(Restarts.withMisses(50))),
                  Arm.NO_DYNAMIC_SNITCH, new Rounds<>(List.of(Restarts.withMisses(75))),
                  Arm.WEIGHTED, new Rounds<>(List.of(Restarts.withMisses(25))))));

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
            "/stock/final_share_of_fair",
            "/stock/seconds_to_fair_share",
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
            "/no_dynamic_snitch/hit_rate",
            "/no_dynamic_snitch/steady/mean_ms",
            "/no_dynamic_snitch/steady/p99_ms",
            "/no_dynamic_snitch/warm_up/mean_ms",
            "/no_dynamic_snitch/warm_up/p99_ms",
            "/no_dynamic_snitch/mean_over_steady",
            "/no_dynamic_snitch/p99_over_steady",
            "/no_dynamic_snitch/misses_over_peers",
            "/no_dynamic_snitch/worst_misses_over_peers",
            "/no_dynamic_snitch/peers_misses_over_steady",
            "/no_dynamic_snitch/worst_peers_misses_over_steady",
            "/no_dynamic_snitch/seconds_to_warm",
            "/no_dynamic_snitch/seconds_from_stop_to_warm",
            "/no_dynamic_snitch/share_of_fair",
            "/no_dynamic_snitch/final_share_of_fair",
            "/no_dynamic_snitch/seconds_to_fair_share",
            "/no_dynamic_snitch/rounds/*/down_at",
            "/no_dynamic_snitch/rounds/*/up_at",
            "/no_dynamic_snitch/rounds/*/seconds/*/good",
            "/no_dynamic_snitch/rounds/*/seconds/*/mean_ms",
            "/no_dynamic_snitch/rounds/*/seconds/*/p99_ms",
            "/no_dynamic_snitch/rounds/*/nodes/*/*/hits",
            "/no_dynamic_snitch/rounds/*/nodes/*/*/misses",
            "/no_dynamic_snitch/rounds/*/nodes/*/*/reads",
            "/no_dynamic_snitch/rounds/*/nodes/*/*/reads_for_others",
            "/no_dynamic_snitch/rounds/*/nodes/*/*/coordinated",
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
            "/weighted/final_share_of_fair",
            "/weighted/seconds_to_fair_share",
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
    assertThat(json().at("/no_dynamic_snitch/misses_over_peers").asDouble()).isEqualTo(3);
    assertThat(json().at("/weighted/misses_over_peers").asDouble()).isEqualTo(1);
  }

  @Test
  void json_latency_isGivenBeforeAndAfterTheRestart() throws Exception {
    assertThat(json().at("/stock/steady/mean_ms").asDouble()).isEqualTo(5.01);
    assertThat(json().at("/stock/warm_up/p99_ms").asDouble()).isEqualTo(5.02);
  }

  @Test
  void headline_saysHowMuchSlowerReadsAreAndWhatTheNodeServes() {
    assertThat(result.findings().headline())
        .isEqualTo(
            "After the restart of one node, the mean latency of reads is 1.00 times that before"
                + " (stock; the node serves 0.58 of its fair share), 1.00 times that before"
                + " (stock, no dynamic snitch; the node serves 0.79 of its fair share), 1.00 times"
                + " that before (weighted; the node serves 0.32 of its fair share).");
  }

  @Test
  void page_allCharts_areThere() {
    assertThat(Page.of(result.findings()))
        .contains(
            "<h2>Mean latency</h2>",
            "<h2>p99 latency</h2>",
            "<h2>Hit rate, stock</h2>",
            "<h2>Cache misses, weighted</h2>",
            "<h2>Reads, stock, no dynamic snitch</h2>",
            "<h2>Coordinator local reads, stock</h2>",
            "<h2>Coordinator remote reads, weighted</h2>",
            "<h2>Replica reads, stock</h2>");
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(Json.of(result.findings().document()));
  }
}
