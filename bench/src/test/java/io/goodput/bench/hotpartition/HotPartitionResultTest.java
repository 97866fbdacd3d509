package io.goodput.bench.hotpartition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.bench.hotpartition.HotPartitionResult.RequestCost;
import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Recordings;
import io.goodput.bench.report.Json;
import io.goodput.bench.report.JsonKeys;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each phase lasts two seconds; only its second second counts. */
class HotPartitionResultTest {

  private final HotPartitionResult result =
      new HotPartitionResult(
          new PhaseLengths(1, 0, 2, 2, 2, 1, 1),
          List.of(round()),
          new RequestCost(500, 4000),
          new RequestCost(40, 20000));

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(result.findings().document()))
        .containsExactlyInAnyOrder(
            "/uniform_ops/alone",
            "/uniform_ops/attacked",
            "/uniform_ops/protected",
            "/attack/offered",
            "/attack/accepted",
            "/attack/rejected",
            "/attack/accepted_unprotected",
            "/cpu_us/accepted",
            "/cpu_us/rejected",
            "/cpu_us/accepted_per_s",
            "/cpu_us/rejected_per_s",
            "/ratio_to_alone/alone/median",
            "/ratio_to_alone/alone/lowest",
            "/ratio_to_alone/alone/highest",
            "/ratio_to_alone/attacked/median",
            "/ratio_to_alone/attacked/lowest",
            "/ratio_to_alone/attacked/highest",
            "/ratio_to_alone/protected/median",
            "/ratio_to_alone/protected/lowest",
            "/ratio_to_alone/protected/highest",
            "/setting/nodes",
            "/setting/limit",
            "/setting/capacity_per_s/median",
            "/setting/capacity_per_s/lowest",
            "/setting/capacity_per_s/highest",
            "/setting/uniform_share",
            "/setting/attack_factor",
            "/setting/uniform_in_flight",
            "/setting/attack_in_flight",
            "/setting/deadline_ms",
            "/setting/seconds/rounds",
            "/setting/seconds/warm_up",
            "/setting/seconds/alone",
            "/setting/seconds/attacked",
            "/setting/seconds/guarded",
            "/setting/seconds/settle",
            "/setting/seconds/cpu",
            "/rounds/*/*/uniform",
            "/rounds/*/*/p50_ms",
            "/rounds/*/*/p99_ms",
            "/rounds/*/*/attack_offered",
            "/rounds/*/*/attack_accepted",
            "/rounds/*/*/attack_rejected");
  }

  @Test
  void json_uniformReads_areGivenForEachPhase() throws Exception {
    JsonNode ops = json().at("/uniform_ops");

    assertThat(ops.at("/alone").asDouble()).isEqualTo(100);
    assertThat(ops.at("/attacked").asDouble()).isEqualTo(30);
    assertThat(ops.at("/protected").asDouble()).isEqualTo(95);
  }

  @Test
  void json_attack_describesTheProtectedPhase() throws Exception {
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
  void json_ratios_compareToTheFirstPhaseOfTheSameRound() throws Exception {
    assertThat(json().at("/ratio_to_alone/protected/median").asDouble()).isEqualTo(0.95);
  }

  @Test
  void headline_saysWhatTheAttackLeavesAndTheLimitRestores() {
    assertThat(result.findings().headline())
        .isEqualTo(
            "An attack on one partition leaves 30 % of the uniform reads; a limit of 10 reads per"
                + " second for each partition restores 95 %.");
  }

  @Test
  void remarks_cpuTime_comparesServedToRejectedReads() {
    assertThat(result.findings().remarks().get(0)).endsWith("a factor of 12.5.");
  }

  @Test
  void charts_first_isUniformReads() {
    assertThat(result.findings().charts().get(0).title()).isEqualTo("Uniform reads served");
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(Json.of(result.findings().document()));
  }

  private static AttackRound round() {
    Recording uniform = Recordings.each(6, 0, 2, Outcome.GOOD, 100);
    Recordings.add(uniform, 2, 4, Outcome.GOOD, 30);
    Recordings.add(uniform, 2, 4, Outcome.DROPPED, 70);
    Recordings.add(uniform, 4, 5, Outcome.GOOD, 10);
    Recordings.add(uniform, 5, 6, Outcome.GOOD, 95);
    Recording attack = Recordings.each(6, 2, 4, Outcome.LATE, 300);
    Recordings.add(attack, 4, 6, Outcome.GOOD, 10);
    Recordings.add(attack, 4, 6, Outcome.REFUSED, 400);
    return new AttackRound(200, uniform, attack);
  }
}
