package io.goodput.lab.bench.coldcache;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.JsonKeys;
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
                  Arm.TUNED, new Rounds<>(List.of(Restarts.withMisses(75))),
                  Arm.GOODPUT, new Rounds<>(List.of(Restarts.withMisses(25))))));

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
            "/tuned/hit_rate",
            "/tuned/steady/mean_ms",
            "/tuned/steady/p99_ms",
            "/tuned/warm_up/mean_ms",
            "/tuned/warm_up/p99_ms",
            "/tuned/mean_over_steady",
            "/tuned/p99_over_steady",
            "/tuned/misses_over_peers",
            "/tuned/worst_misses_over_peers",
            "/tuned/peers_misses_over_steady",
            "/tuned/worst_peers_misses_over_steady",
            "/tuned/seconds_to_warm",
            "/tuned/seconds_from_stop_to_warm",
            "/tuned/share_of_fair",
            "/tuned/final_share_of_fair",
            "/tuned/seconds_to_fair_share",
            "/tuned/rounds/*/down_at",
            "/tuned/rounds/*/up_at",
            "/tuned/rounds/*/seconds/*/good",
            "/tuned/rounds/*/seconds/*/mean_ms",
            "/tuned/rounds/*/seconds/*/p99_ms",
            "/tuned/rounds/*/nodes/*/*/hits",
            "/tuned/rounds/*/nodes/*/*/misses",
            "/tuned/rounds/*/nodes/*/*/reads",
            "/tuned/rounds/*/nodes/*/*/reads_for_others",
            "/tuned/rounds/*/nodes/*/*/coordinated",
            "/goodput/hit_rate",
            "/goodput/steady/mean_ms",
            "/goodput/steady/p99_ms",
            "/goodput/warm_up/mean_ms",
            "/goodput/warm_up/p99_ms",
            "/goodput/mean_over_steady",
            "/goodput/p99_over_steady",
            "/goodput/misses_over_peers",
            "/goodput/worst_misses_over_peers",
            "/goodput/peers_misses_over_steady",
            "/goodput/worst_peers_misses_over_steady",
            "/goodput/seconds_to_warm",
            "/goodput/seconds_from_stop_to_warm",
            "/goodput/share_of_fair",
            "/goodput/final_share_of_fair",
            "/goodput/seconds_to_fair_share",
            "/goodput/rounds/*/down_at",
            "/goodput/rounds/*/up_at",
            "/goodput/rounds/*/seconds/*/good",
            "/goodput/rounds/*/seconds/*/mean_ms",
            "/goodput/rounds/*/seconds/*/p99_ms",
            "/goodput/rounds/*/nodes/*/*/hits",
            "/goodput/rounds/*/nodes/*/*/misses",
            "/goodput/rounds/*/nodes/*/*/reads",
            "/goodput/rounds/*/nodes/*/*/reads_for_others",
            "/goodput/rounds/*/nodes/*/*/coordinated",
            "/setting/tuned",
            "/setting/goodput",
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
    assertThat(json().at("/tuned/misses_over_peers").asDouble()).isEqualTo(3);
    assertThat(json().at("/goodput/misses_over_peers").asDouble()).isEqualTo(1);
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
                + " (tuned; the node serves 0.79 of its fair share), 1.00 times"
                + " that before (goodput; the node serves 0.32 of its fair share).");
  }

  @Test
  void charts_showLatencyAndTheHitRatesOfEachArm() {
    assertThat(result.findings().charts())
        .extracting(Chart::title)
        .containsExactly(
            "Mean latency",
            "p99 latency",
            "Hit rate, stock",
            "Hit rate, tuned",
            "Hit rate, goodput");
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(Json.of(result.findings().document()));
  }
}
