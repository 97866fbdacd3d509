package io.goodput.lab.bench.coldcache;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.coldcache.ColdCache.Lengths;
import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.JsonKeys;
import io.goodput.lab.bench.report.Rounds;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RollingResultTest {

  private static final Lengths LENGTHS = new Lengths(1, 0, 10, 30, 20);

  private final RollingResult result =
      new RollingResult(
          LENGTHS,
          new EnumMap<>(
              Map.of(
                  Arm.STOCK, new Rounds<>(List.of(RollingRestarts.withSlow(12, 4))),
                  Arm.TUNED, new Rounds<>(List.of(RollingRestarts.withSlow(7, 3))),
                  Arm.GOODPUT, new Rounds<>(List.of(RollingRestarts.withSlow(0, 0))))));

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(result.findings().document()))
        .containsExactlyInAnyOrder(
            "/stock/hit_rate",
            "/stock/slow_seconds",
            "/stock/lost_reads",
            "/stock/steady/mean_ms",
            "/stock/steady/p99_ms",
            "/stock/restarting/mean_ms",
            "/stock/restarting/p99_ms",
            "/stock/after/mean_ms",
            "/stock/after/p99_ms",
            "/stock/worst_over_steady",
            "/stock/misses_over_steady",
            "/stock/seconds_to_restart",
            "/stock/seconds_to_warm",
            "/stock/last_share_of_fair",
            "/stock/rounds/*/down_at/*",
            "/stock/rounds/*/up_at/*",
            "/stock/rounds/*/seconds/*/good",
            "/stock/rounds/*/seconds/*/mean_ms",
            "/stock/rounds/*/seconds/*/p99_ms",
            "/stock/rounds/*/nodes/*/*/hits",
            "/stock/rounds/*/nodes/*/*/misses",
            "/stock/rounds/*/nodes/*/*/reads",
            "/stock/rounds/*/nodes/*/*/reads_for_others",
            "/stock/rounds/*/nodes/*/*/coordinated",
            "/tuned/hit_rate",
            "/tuned/slow_seconds",
            "/tuned/lost_reads",
            "/tuned/steady/mean_ms",
            "/tuned/steady/p99_ms",
            "/tuned/restarting/mean_ms",
            "/tuned/restarting/p99_ms",
            "/tuned/after/mean_ms",
            "/tuned/after/p99_ms",
            "/tuned/worst_over_steady",
            "/tuned/misses_over_steady",
            "/tuned/seconds_to_restart",
            "/tuned/seconds_to_warm",
            "/tuned/last_share_of_fair",
            "/tuned/rounds/*/down_at/*",
            "/tuned/rounds/*/up_at/*",
            "/tuned/rounds/*/seconds/*/good",
            "/tuned/rounds/*/seconds/*/mean_ms",
            "/tuned/rounds/*/seconds/*/p99_ms",
            "/tuned/rounds/*/nodes/*/*/hits",
            "/tuned/rounds/*/nodes/*/*/misses",
            "/tuned/rounds/*/nodes/*/*/reads",
            "/tuned/rounds/*/nodes/*/*/reads_for_others",
            "/tuned/rounds/*/nodes/*/*/coordinated",
            "/goodput/hit_rate",
            "/goodput/slow_seconds",
            "/goodput/lost_reads",
            "/goodput/steady/mean_ms",
            "/goodput/steady/p99_ms",
            "/goodput/restarting/mean_ms",
            "/goodput/restarting/p99_ms",
            "/goodput/after/mean_ms",
            "/goodput/after/p99_ms",
            "/goodput/worst_over_steady",
            "/goodput/misses_over_steady",
            "/goodput/seconds_to_restart",
            "/goodput/seconds_to_warm",
            "/goodput/last_share_of_fair",
            "/goodput/rounds/*/down_at/*",
            "/goodput/rounds/*/up_at/*",
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
            "/setting/seconds/restarts",
            "/setting/seconds/after");
  }

  @Test
  void headline_hasAllArms() {
    assertThat(result.findings().headline())
        .isEqualTo(
            "When all nodes restart, one after the other, reads take more than twice as long as"
                + " before for 12 s (stock; 4 reads lost), 7 s (tuned; 3 reads"
                + " lost), 0 s (goodput; 0 reads lost).");
  }

  @Test
  void charts_showLatency() {
    assertThat(result.findings().charts())
        .extracting(Chart::title)
        .containsExactly("Mean latency", "p99 latency");
  }
}
