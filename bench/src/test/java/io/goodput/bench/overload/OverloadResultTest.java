package io.goodput.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Recordings;
import io.goodput.bench.report.Json;
import io.goodput.bench.report.JsonKeys;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps of three seconds, of which the first does not count. */
class OverloadResultTest {

  private final OverloadResult result =
      new OverloadResult(
          new StepLengths(true, 0, 0, 2, 3, 1, 1, 1),
          true,
          new OverloadResult.Arms(100, 100),
          List.of(
              new OverloadResult.Steps(step(50, 50, 0), step(50, 50, 0)),
              new OverloadResult.Steps(step(200, 10, 90), step(200, 95, 5))),
          List.of(
              new OverloadResult.Round(
                  Recordings.each(1, 0, 1, Outcome.GOOD, 50),
                  Recordings.each(1, 0, 1, Outcome.GOOD, 49),
                  Duration.ofMillis(50),
                  Duration.ofMillis(98))));

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(result.findings().document()))
        .containsExactlyInAnyOrder(
            "/steps/*/stock/late",
            "/steps/*/stock/turned_away",
            "/steps/*/stock/failed",
            "/steps/*/stock/not_sent",
            "/steps/*/stock/p50_ms",
            "/steps/*/stock/p99_ms",
            "/steps/*/stock/recovery_s",
            "/steps/*/protected/late",
            "/steps/*/protected/turned_away",
            "/steps/*/protected/failed",
            "/steps/*/protected/not_sent",
            "/steps/*/protected/p50_ms",
            "/steps/*/protected/p99_ms",
            "/steps/*/protected/recovery_s",
            "/steps/*/offered",
            "/steps/*/stock_goodput",
            "/steps/*/protected_goodput",
            "/steps/*/factor",
            "/peak_goodput/stock",
            "/peak_goodput/protected",
            "/saturation/stock",
            "/saturation/protected",
            "/without_overload/offered",
            "/without_overload/throughput_ratio/median",
            "/without_overload/throughput_ratio/lowest",
            "/without_overload/throughput_ratio/highest",
            "/without_overload/cpu_ratio/median",
            "/without_overload/cpu_ratio/lowest",
            "/without_overload/cpu_ratio/highest",
            "/without_overload/p99_ratio/median",
            "/without_overload/p99_ratio/lowest",
            "/without_overload/p99_ratio/highest",
            "/without_overload/rounds/*/stock_goodput",
            "/without_overload/rounds/*/protected_goodput",
            "/without_overload/rounds/*/stock_p99_ms",
            "/without_overload/rounds/*/protected_p99_ms",
            "/setting/deadline_ms",
            "/setting/pinned",
            "/setting/seconds/first_compiler",
            "/setting/seconds/warm_up",
            "/setting/seconds/probe",
            "/setting/seconds/max_steps",
            "/setting/seconds/step",
            "/setting/seconds/settle",
            "/setting/seconds/moderate_rounds",
            "/setting/seconds/moderate");
  }

  @Test
  void json_goodput_leavesLateAnswersOut() throws Exception {
    JsonNode last = json().at("/steps/1");

    assertThat(last.at("/offered").asDouble()).isEqualTo(200);
    assertThat(last.at("/stock_goodput").asDouble()).isEqualTo(10);
    assertThat(last.at("/protected_goodput").asDouble()).isEqualTo(95);
  }

  @Test
  void json_factor_isTheMultipleOfTheBestGoodput() throws Exception {
    assertThat(json().at("/steps/1/factor").asDouble()).isEqualTo(2.11);
  }

  @Test
  void json_withoutOverload_isProtectedToStock() throws Exception {
    assertThat(json().at("/without_overload/throughput_ratio/median").asDouble()).isEqualTo(0.98);
  }

  @Test
  void json_cpuRatio_isOfTimePerWriteServed() throws Exception {
    assertThat(json().at("/without_overload/cpu_ratio/median").asDouble()).isEqualTo(2);
  }

  @Test
  void headline_saysWhatBothClustersKeepOfTheBestOfStock() {
    assertThat(result.findings().headline())
        .isEqualTo(
            "At 4.0 times its best load, a stock cluster keeps 20 % of its best goodput; a protected"
                + " cluster keeps 190 % of the same figure.");
  }

  @Test
  void charts_first_isGoodput() {
    assertThat(result.findings().charts().get(0).title()).isEqualTo("Goodput");
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(Json.of(result.findings().document()));
  }

  private static Step step(int offered, int good, int late) {
    Recording recording = Recordings.each(3, 1, 3, Outcome.GOOD, good);
    Recordings.add(recording, 1, 3, Outcome.LATE, late);
    Recordings.add(recording, 1, 3, Outcome.DROPPED, offered - good - late);
    return new Step(offered, recording, 1, 0.5);
  }
}
