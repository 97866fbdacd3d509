package io.goodput.bench.hotpartition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Recordings;
import io.goodput.bench.report.Page;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two seconds of each phase, of which the second counts. */
class HotPartitionResultTest {

  private static final Lengths LENGTHS = new Lengths(1, 0, 2, 2, 2, 1, 1);

  private final HotPartitionResult result =
      new HotPartitionResult(LENGTHS, List.of(round()), new CpuCost(500, 4000, 40, 20000));

  @Test
  void json_uniformReads_areThoseOfEachPhase() throws Exception {
    JsonNode ops = json().at("/uniform_ops");

    assertThat(ops.at("/alone").asDouble()).isEqualTo(100);
    assertThat(ops.at("/attacked").asDouble()).isEqualTo(30);
    assertThat(ops.at("/protected").asDouble()).isEqualTo(95);
  }

  @Test
  void json_attack_isThatOfTheProtectedPhase() throws Exception {
    JsonNode attack = json().at("/attack");

    assertThat(attack.at("/offered").asDouble()).isEqualTo(410);
    assertThat(attack.at("/accepted").asDouble()).isEqualTo(10);
    assertThat(attack.at("/rejected").asDouble()).isEqualTo(400);
  }

  @Test
  void json_cpuTime_isInMicrosecondsPerRequest() throws Exception {
    assertThat(json().at("/cpu_us/accepted").asDouble()).isEqualTo(500);
    assertThat(json().at("/cpu_us/rejected").asDouble()).isEqualTo(40);
  }

  @Test
  void json_ratios_areToThePhaseAloneOfTheSameRound() throws Exception {
    assertThat(json().at("/ratio_to_alone/protected/median").asDouble()).isEqualTo(0.95);
  }

  @Test
  void remarks_cpuTime_isSetInProportion() {
    assertThat(result.remarks().get(0)).endsWith("1/12.5 of it.");
  }

  @Test
  void report_hasAChartForEachSideOfTheStory() {
    assertThat(Page.of(result.findings())).contains("Uniform reads served", "The attack");
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(result.json());
  }

  private static Round round() {
    Recording uniform = Recordings.each(6, 0, 2, Outcome.GOOD, 100);
    Recordings.add(uniform, 2, 4, Outcome.GOOD, 30);
    Recordings.add(uniform, 2, 4, Outcome.DROPPED, 70);
    Recordings.add(uniform, 4, 5, Outcome.GOOD, 10);
    Recordings.add(uniform, 5, 6, Outcome.GOOD, 95);
    Recording attack = Recordings.each(6, 2, 4, Outcome.LATE, 300);
    Recordings.add(attack, 4, 6, Outcome.GOOD, 10);
    Recordings.add(attack, 4, 6, Outcome.REFUSED, 400);
    return new Round(200, uniform, attack);
  }
}
