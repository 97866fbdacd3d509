package io.goodput.lab.bench.hotpartition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.hotpartition.HotPartition.PhaseLengths;
import io.goodput.lab.bench.hotpartition.HotPartitionResult.AttackRound;
import io.goodput.lab.bench.hotpartition.HotPartitionResult.RequestCost;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Recordings;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.JsonKeys;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each phase lasts two seconds; only its second second counts. */
class HotPartitionResultTest {

  private final HotPartitionResult result =
      new HotPartitionResult(
          new PhaseLengths(1, 0, 2, 2, 1, 1),
          List.of(round(Phase.order(List.of(Phase.values()), 1))),
          List.of(round(HotPartition.MANY_ROWS)),
          Map.of(
              Phase.STOCK,
              new RequestCost(500, 4000),
              Phase.LIMIT,
              new RequestCost(40, 20000),
              Phase.STALE,
              new RequestCost(50, 20000)));

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(result.findings().document()))
        .containsExactlyInAnyOrder(
            "/fair_shares_served_of_capacity/median",
            "/fair_shares_served_of_capacity/lowest",
            "/fair_shares_served_of_capacity/highest",
            "/uniform_ops/alone",
            "/uniform_ops/stock",
            "/uniform_ops/limit",
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
            "/ratio_to_alone/stock/median",
            "/ratio_to_alone/stock/lowest",
            "/ratio_to_alone/stock/highest",
            "/ratio_to_alone/limit/median",
            "/ratio_to_alone/limit/lowest",
            "/ratio_to_alone/limit/highest",
            "/arms/*/arm",
            "/arms/*/rows",
            "/arms/*/uniform_of_alone",
            "/arms/*/uniform_p99_ms",
            "/arms/*/hot_offered",
            "/arms/*/hot_served",
            "/arms/*/hot_refused",
            "/arms/*/cpu_us_per_hot",
            "/setting/nodes",
            "/setting/limit",
            "/setting/coalescing_limit",
            "/setting/staleness_ms",
            "/setting/tuned",
            "/setting/request_threads",
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
    assertThat(ops.at("/stock").asDouble()).isEqualTo(30);
    assertThat(ops.at("/limit").asDouble()).isEqualTo(95);
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
    assertThat(json().at("/ratio_to_alone/limit/median").asDouble()).isEqualTo(0.95);
  }

  @Test
  void headline_saysWhatTheAttackLeavesAndTheLimitRestores() {
    assertThat(result.findings().headline())
        .isEqualTo(
            "An attack on one partition leaves 30% of the uniform reads; a limit of 10 reads per"
                + " second for each partition restores 95%. With a limit of 100 and coalesced"
                + " reads, it is 90%, and 80% of the attack are served. With nothing set but fair"
                + " shares, it is 90%, and the nodes serve 205% of what they can.");
  }

  @Test
  void table_phaseWithMeasuredCpuTime_hasThatOfAnAttackingRead() {
    assertThat(result.findings().table().rows().get(1)).first().isEqualTo("stock");
    assertThat(result.findings().table().rows().get(1)).last().isEqualTo("500");
    assertThat(result.findings().table().rows().get(0)).last().isEqualTo("");
  }

  @Test
  void json_arms_haveBothKindsOfAttack() throws Exception {
    JsonNode arms = json().at("/arms");

    assertThat(arms).hasSize(Phase.values().length + HotPartition.MANY_ROWS.size());
    assertThat(arms.at("/5/arm").asText()).isEqualTo("coalescing_limit");
    assertThat(arms.at("/5/uniform_of_alone").asDouble()).isEqualTo(0.9);
    assertThat(arms.at("/5/hot_served").asDouble()).isEqualTo(320);
    assertThat(arms.at("/9/rows").asText()).isEqualTo("many");
  }

  @Test
  void order_eachRound_rotatesTheAttackedPhases() {
    assertThat(Phase.order(HotPartition.MANY_ROWS, 2))
        .containsExactly(
            Phase.ALONE, Phase.COALESCING, Phase.COALESCING_LIMIT, Phase.NOTHING_SET, Phase.STOCK);
  }

  @Test
  void charts_first_isUniformReads() {
    assertThat(result.findings().charts().get(0).title())
        .isEqualTo("Uniform reads served in the last round");
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(Json.of(result.findings().document()));
  }

  private static AttackRound round(List<Phase> order) {
    int seconds = 2 * order.size();
    Recording uniform = Recordings.each(seconds, 0, 2, Outcome.GOOD, 100);
    Recordings.add(uniform, 2, 4, Outcome.GOOD, 30);
    Recordings.add(uniform, 2, 4, Outcome.DROPPED, 70);
    Recordings.add(uniform, 4, 6, Outcome.GOOD, 40);
    Recordings.add(uniform, 6, 7, Outcome.GOOD, 10);
    Recordings.add(uniform, 7, 8, Outcome.GOOD, 95);
    Recordings.add(uniform, 8, seconds, Outcome.GOOD, 90);
    Recording attack = Recordings.each(seconds, 2, 6, Outcome.LATE, 300);
    Recordings.add(attack, 6, 8, Outcome.GOOD, 10);
    Recordings.add(attack, 6, 8, Outcome.REFUSED, 400);
    Recordings.add(attack, 8, seconds, Outcome.GOOD, 320);
    Recordings.add(attack, 8, seconds, Outcome.REFUSED, 80);
    return new AttackRound(order, 200, uniform, attack);
  }
}
