package io.goodput.lab.bench.coldcache;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.bench.report.JsonKeys;
import io.goodput.lab.bench.report.Page;
import io.goodput.lab.bench.report.Rounds;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RollingResultTest {

  private static final RollingLengths LENGTHS = new RollingLengths(1, 0, 10, 30, 20);

  private final RollingResult result =
      new RollingResult(
          LENGTHS,
          new EnumMap<>(
              Map.of(
                  Arm.STOCK, new Rounds<>(List.of(RollingRestarts.withSlow(12, 4))),
                  Arm.NO_DYNAMIC_SNITCH, new Rounds<>(List.of(RollingRestarts.withSlow(7, 3))),
                  Arm.WEIGHTED, new Rounds<>(List.of(RollingRestarts.withSlow(0, 0))))));

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
            "/no_dynamic_snitch/hit_rate",
            "/no_dynamic_snitch/slow_seconds",
            "/no_dynamic_snitch/lost_reads",
            "/no_dynamic_snitch/steady/mean_ms",
            "/no_dynamic_snitch/steady/p99_ms",
            "/no_dynamic_snitch/restarting/mean_ms",
            "/no_dynamic_snitch/restarting/p99_ms",
            "/no_dynamic_snitch/after/mean_ms",
            "/no_dynamic_snitch/after/p99_ms",
            "/no_dynamic_snitch/worst_over_steady",
            "/no_dynamic_snitch/misses_over_steady",
            "/no_dynamic_snitch/seconds_to_restart",
            "/no_dynamic_snitch/seconds_to_warm",
            "/no_dynamic_snitch/last_share_of_fair",
            "/no_dynamic_snitch/rounds/*/down_at/*",
            "/no_dynamic_snitch/rounds/*/up_at/*",
            "/no_dynamic_snitch/rounds/*/seconds/*/good",
            "/no_dynamic_snitch/rounds/*/seconds/*/mean_ms",
            "/no_dynamic_snitch/rounds/*/seconds/*/p99_ms",
            "/no_dynamic_snitch/rounds/*/nodes/*/*/hits",
            "/no_dynamic_snitch/rounds/*/nodes/*/*/misses",
            "/no_dynamic_snitch/rounds/*/nodes/*/*/reads",
            "/no_dynamic_snitch/rounds/*/nodes/*/*/reads_for_others",
            "/no_dynamic_snitch/rounds/*/nodes/*/*/coordinated",
            "/weighted/hit_rate",
            "/weighted/slow_seconds",
            "/weighted/lost_reads",
            "/weighted/steady/mean_ms",
            "/weighted/steady/p99_ms",
            "/weighted/restarting/mean_ms",
            "/weighted/restarting/p99_ms",
            "/weighted/after/mean_ms",
            "/weighted/after/p99_ms",
            "/weighted/worst_over_steady",
            "/weighted/misses_over_steady",
            "/weighted/seconds_to_restart",
            "/weighted/seconds_to_warm",
            "/weighted/last_share_of_fair",
            "/weighted/rounds/*/down_at/*",
            "/weighted/rounds/*/up_at/*",
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
            "/setting/seconds/restarts",
            "/setting/seconds/after");
  }

  @Test
  void headline_hasAllArms() {
    assertThat(result.findings().headline())
        .isEqualTo(
            "When all nodes restart, one after the other, reads take more than twice as long as"
                + " before for 12 s (stock; 4 reads lost), 7 s (stock, no dynamic snitch; 3 reads"
                + " lost), 0 s (weighted; 0 reads lost).");
  }

  @Test
  void page_charts_sayWhenNodesStopAndStart() {
    assertThat(Page.of(result.findings())).contains("stop 1", "up 3");
  }
}
