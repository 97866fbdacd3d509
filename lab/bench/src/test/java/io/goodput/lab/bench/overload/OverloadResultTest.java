package io.goodput.lab.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Recordings;
import io.goodput.lab.bench.overload.Overload.StepLengths;
import io.goodput.lab.bench.overload.OverloadResult.Moderate;
import io.goodput.lab.bench.overload.OverloadResult.Step;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.JsonKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Steps of three seconds, of which the first does not count, in three rounds. */
class OverloadResultTest {

  private final OverloadResult result =
      new OverloadResult(
          new StepLengths(true, 0, 0, 3, 2, 3, 1, 1, 1, 4),
          true,
          Map.of(Arm.STOCK, 100.0, Arm.TUNED, 101.0, Arm.GOODPUT, 102.0),
          steps(),
          List.of(
              moderate(Arm.STOCK, 50, 50),
              moderate(Arm.TUNED, 50, 50),
              moderate(Arm.GOODPUT, 49, 98)),
          List.of(application()));

  /**
   * After the first second, of 200 requests per second 97 are good, 2 refused, the others unsent.
   */
  private static Application application() {
    Recording recording = Recordings.each(4, 0, 1, Outcome.FAILED, 200);
    Recordings.add(recording, 1, 4, Outcome.GOOD, 97);
    Recordings.add(recording, 1, 4, Outcome.TIMED_OUT, 2);
    Recordings.add(recording, 1, 4, Outcome.DROPPED, 101);
    return new Application(100, recording, 1, 400);
  }

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(result.findings().document()))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(
                    Stream.of(
                        "/steps/*/offered",
                        "/steps/*/factor",
                        "/without_overload/offered",
                        "/setting/deadline_ms",
                        "/setting/tuned",
                        "/setting/pinned",
                        "/setting/seconds/first_compiler",
                        "/setting/seconds/warm_up",
                        "/setting/seconds/probe",
                        "/setting/seconds/rounds",
                        "/setting/seconds/max_steps",
                        "/setting/seconds/step",
                        "/setting/seconds/settle",
                        "/setting/seconds/moderate_rounds",
                        "/setting/seconds/moderate",
                        "/setting/seconds/application"),
                    Stream.of(
                            "goodput_of_capacity",
                            "refused_of_asked",
                            "not_sent_of_asked",
                            "attempts_of_asked")
                        .flatMap(
                            key ->
                                Stream.of("median", "lowest", "highest")
                                    .map(part -> "/java_driver/" + key + "/" + part)),
                    Stream.of("stock", "tuned", "goodput").flatMap(OverloadResultTest::keys),
                    Stream.of("tuned", "goodput").flatMap(OverloadResultTest::ratios))
                .flatMap(keys -> keys)
                .toList());
  }

  @Test
  void json_goodput_isTheMedianOfTheRoundsWithoutLateAnswers() throws Exception {
    JsonNode last = json().at("/steps/1");

    assertThat(last.at("/offered").asDouble()).isEqualTo(200);
    assertThat(last.at("/stock/goodput/median").asDouble()).isEqualTo(10);
    assertThat(last.at("/goodput/goodput/median").asDouble()).isEqualTo(95);
  }

  @Test
  void json_abandonedWork_isThePartOfTheWritesThatServedNoAnswerInTime() throws Exception {
    JsonNode last = json().at("/steps/1");

    assertThat(last.at("/stock/abandoned_work").asDouble()).isEqualTo(0.9);
    assertThat(last.at("/goodput/abandoned_work").asDouble()).isEqualTo(0.05);
  }

  @Test
  void json_goodput_hasTheLowestAndTheHighestRound() throws Exception {
    JsonNode goodput = json().at("/steps/1/goodput/goodput");

    assertThat(goodput.at("/lowest").asDouble()).isEqualTo(94);
    assertThat(goodput.at("/highest").asDouble()).isEqualTo(96);
  }

  @Test
  void json_factor_isTheMultipleOfTheBestLoadOfStock() throws Exception {
    assertThat(json().at("/steps/1/factor").asDouble()).isEqualTo(4);
  }

  @Test
  void json_withoutOverload_isProtectedToStock() throws Exception {
    assertThat(json().at("/without_overload/goodput/throughput_ratio/median").asDouble())
        .isEqualTo(0.98);
  }

  @Test
  void json_cpuRatio_isOfTimePerWriteServed() throws Exception {
    assertThat(json().at("/without_overload/goodput/cpu_ratio/median").asDouble()).isEqualTo(2);
  }

  @Test
  void json_javaDriver_isWhatItsApplicationGets() throws Exception {
    JsonNode application = json().at("/java_driver");

    assertThat(application.at("/goodput_of_capacity/median").asDouble()).isEqualTo(0.97);
    assertThat(application.at("/refused_of_asked/median").asDouble()).isEqualTo(0.01);
    assertThat(application.at("/not_sent_of_asked/median").asDouble()).isEqualTo(0.505);
    assertThat(application.at("/attempts_of_asked/median").asDouble()).isEqualTo(0.5);
  }

  @Test
  void headline_saysWhatEachClusterKeepsOfTheBestOfStock() {
    assertThat(result.findings().headline())
        .isEqualTo(
            "At 4.0 times its best load, a stock cluster keeps 20% of its best goodput."
                + " Cassandra's own settings against overload keep 60% of the same figure, and"
                + " Goodput 190%.");
  }

  @Test
  void timesBestLoad_inTheHeadline_isThatOfTheLastRowsAndOfTheDocument() throws Exception {
    List<List<String>> rows = result.findings().table().rows();

    assertThat(rows.get(rows.size() - 1).get(0)).isEqualTo("4.00");
    assertThat(result.findings().headline()).startsWith("At 4.0 times its best load");
    assertThat(json().at("/steps/1/factor").asDouble()).isEqualTo(4);
  }

  @Test
  void table_eachLoad_hasARowForEachCluster() {
    assertThat(result.findings().table().rows())
        .extracting(row -> row.get(1) + " " + row.get(2))
        .containsExactly(
            "50 stock", "50 tuned", "50 goodput", "200 stock", "200 tuned", "200 goodput");
  }

  @Test
  void setting_stockTuned_namesTheSettings() {
    assertThat(result.findings().setting())
        .filteredOn(fact -> fact.name().equals("tuned"))
        .singleElement()
        .extracting(fact -> fact.value())
        .asString()
        .contains("cql_start_time: QUEUE", "native_transport_timeout: 500ms");
  }

  @Test
  void charts_first_isGoodput() {
    assertThat(result.findings().charts().get(0).title()).isEqualTo("Goodput");
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(Json.of(result.findings().document()));
  }

  private static Stream<String> keys(String arm) {
    String step = "/steps/*/" + arm;
    return Stream.of(
        step + "/goodput/median",
        step + "/goodput/lowest",
        step + "/goodput/highest",
        step + "/late",
        step + "/abandoned_work",
        step + "/turned_away",
        step + "/failed",
        step + "/not_sent",
        step + "/p50_ms",
        step + "/p99_ms",
        step + "/recovery_s",
        "/peak_goodput/" + arm,
        "/saturation/" + arm,
        "/without_overload/rounds/" + arm + "/*/goodput",
        "/without_overload/rounds/" + arm + "/*/p50_ms",
        "/without_overload/rounds/" + arm + "/*/p99_ms");
  }

  private static Stream<String> ratios(String arm) {
    return Stream.of("throughput_ratio", "cpu_ratio", "p50_ratio", "p99_ratio")
        .flatMap(
            ratio ->
                Stream.of("median", "lowest", "highest")
                    .map(part -> "/without_overload/" + arm + "/" + ratio + "/" + part));
  }

  private static List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    for (int round = -1; round <= 1; round++) {
      for (Arm arm : Arm.values()) {
        steps.add(step(arm, 50, 50, 0));
      }
      steps.add(step(Arm.STOCK, 200, 10, 90));
      steps.add(step(Arm.TUNED, 200, 30, 0));
      steps.add(step(Arm.GOODPUT, 200, 95 + round, 5));
    }
    return steps;
  }

  private static Step step(Arm arm, int offered, int good, int late) {
    Recording recording = Recordings.each(3, 1, 3, Outcome.GOOD, good);
    Recordings.add(recording, 1, 3, Outcome.LATE, late);
    Recordings.add(recording, 1, 3, Outcome.DROPPED, offered - good - late);
    return new Step(arm, offered, recording, 1, 2 * 3 * 100, 0.5);
  }

  private static Moderate moderate(Arm arm, int good, int cpuMillis) {
    return new Moderate(
        arm, Recordings.each(1, 0, 1, Outcome.GOOD, good), Duration.ofMillis(cpuMillis));
  }
}
