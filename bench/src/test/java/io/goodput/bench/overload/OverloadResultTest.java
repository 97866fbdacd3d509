package io.goodput.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Recordings;
import io.goodput.bench.report.Page;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps of three seconds, of which the first does not count. */
class OverloadResultTest {

  private final OverloadResult result =
      new OverloadResult(
          new Lengths(true, 0, 0, 2, 3, 1, 1, 1),
          true,
          new OverloadResult.Saturation(100, 100),
          List.of(step(50, 50, 0), step(200, 10, 90)),
          List.of(step(50, 50, 0), step(200, 95, 5)),
          List.of(
              new OverloadResult.Pair(
                  Recordings.each(1, 0, 1, Outcome.GOOD, 50),
                  Recordings.each(1, 0, 1, Outcome.GOOD, 49),
                  Duration.ofMillis(50),
                  Duration.ofMillis(98))));

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
  void remarks_peak_saysWhatBothKeepOfStocks() {
    assertThat(result.remarks().get(0))
        .endsWith(
            "At 200/s, 4.0 times the load at which stock is best, stock keeps 20 % of its best,"
                + " and protected 190 % of that.");
  }

  @Test
  void report_hasAChartOfGoodput() {
    assertThat(Page.of(result.report(List.of()))).contains("<h2>Goodput</h2>");
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(result.json());
  }

  private static Step step(int offered, int good, int late) {
    Recording recording = Recordings.each(3, 1, 3, Outcome.GOOD, good);
    Recordings.add(recording, 1, 3, Outcome.LATE, late);
    Recordings.add(recording, 1, 3, Outcome.DROPPED, offered - good - late);
    return new Step(offered, recording, 1, 0.5);
  }
}
