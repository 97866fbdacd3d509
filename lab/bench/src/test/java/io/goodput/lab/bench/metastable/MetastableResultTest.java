package io.goodput.lab.bench.metastable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Recordings;
import io.goodput.lab.bench.load.Retries;
import io.goodput.lab.bench.metastable.Metastable.Case;
import io.goodput.lab.bench.metastable.Metastable.RunLengths;
import io.goodput.lab.bench.metastable.MetastableResult.Trial;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.JsonKeys;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stock does not recover, stock at its best after six seconds, Goodput after one. */
class MetastableResultTest {

  private static final RunLengths LENGTHS = new RunLengths(true, 1, 0, 1, 3, 1, 2, 10);
  private static final int END = 5;

  private final MetastableResult result =
      new MetastableResult(
          LENGTHS,
          true,
          List.of(trial(Arm.STOCK, 15), trial(Arm.TUNED, 11), trial(Arm.GOODPUT, 6)));

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(result.findings().document()))
        .containsExactlyInAnyOrder(
            "/runs/*/trigger",
            "/runs/*/retries",
            "/runs/*/design",
            "/runs/*/round",
            "/runs/*/load_per_s",
            "/runs/*/before_per_s",
            "/runs/*/seconds_to_95",
            "/runs/*/recovered",
            "/runs/*/last_per_s",
            "/runs/*/failed_per_s",
            "/runs/*/refused_per_s",
            "/runs/*/timed_out_per_s",
            "/runs/*/attempts",
            "/runs/*/good_per_s/*",
            "/setting/nodes",
            "/setting/load_of_capacity",
            "/setting/timeout_ms",
            "/setting/request_threads",
            "/setting/pinned",
            "/setting/seconds/first_compiler",
            "/setting/seconds/rounds",
            "/setting/seconds/warm_up",
            "/setting/seconds/probe",
            "/setting/seconds/before",
            "/setting/seconds/settle",
            "/setting/seconds/pause",
            "/setting/seconds/after",
            "/setting/stock",
            "/setting/tuned",
            "/setting/goodput");
  }

  @Test
  void json_runThatDidNotRecover_hasNoSeconds() throws Exception {
    JsonNode stock = json().at("/runs/0");

    assertThat(stock.at("/recovered").asBoolean()).isFalse();
    assertThat(stock.has("seconds_to_95")).isFalse();
  }

  @Test
  void json_runThatRecovered_hasItsSeconds() throws Exception {
    JsonNode goodput = json().at("/runs/2");

    assertThat(goodput.at("/design").asText()).isEqualTo("goodput");
    assertThat(goodput.at("/recovered").asBoolean()).isTrue();
    assertThat(goodput.at("/seconds_to_95").asInt()).isEqualTo(1);
    assertThat(goodput.at("/load_per_s").asDouble()).isEqualTo(100);
  }

  @Test
  void headline_eachArm_saysWhetherItIsBack() {
    assertThat(result.findings().headline())
        .isEqualTo(
            "After a trigger at 75% of what the nodes can serve, goodput is back at 95% within 10 s"
                + " in 0 of 1 trials on a stock cluster, 1 of 1 with Cassandra's own settings, and"
                + " 1 of 1 with Goodput.");
  }

  @Test
  void table_recoveries_areCounted() {
    assertThat(result.findings().table().rows())
        .extracting(row -> row.get(5))
        .containsExactly("0 of 1", "1 of 1", "1 of 1");
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(Json.of(result.findings().document()));
  }

  private static Trial trial(Arm arm, int goodFrom) {
    int seconds = END + LENGTHS.after();
    Recording requests = Recordings.each(seconds, 0, 3, Outcome.GOOD, 100);
    Recordings.add(requests, 3, goodFrom, Outcome.FAILED, 100);
    Recordings.add(requests, goodFrom, seconds, Outcome.GOOD, 100);
    return new Trial(
        arm, new Case(Trigger.PAUSE, Retries.THREE), 1, 100, 3000, LENGTHS, END, requests);
  }
}
