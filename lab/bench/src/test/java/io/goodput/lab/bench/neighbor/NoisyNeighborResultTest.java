package io.goodput.lab.bench.neighbor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Recordings;
import io.goodput.lab.bench.neighbor.NoisyNeighbor.PhaseLengths;
import io.goodput.lab.bench.neighbor.NoisyNeighborResult.Sample;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.JsonKeys;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A round of two seconds for each phase; only the second one counts. */
class NoisyNeighborResultTest {

  private static final int SECONDS = 2;

  private final NoisyNeighborResult result =
      new NoisyNeighborResult(
          new PhaseLengths(1, 0, 2, SECONDS, SECONDS, 1),
          List.of(250.0),
          Map.of(Neighbor.SCAN, 80.0, Neighbor.BULK, 80.0, Neighbor.IN, 80.0),
          Stream.of(Neighbor.values()).flatMap(NoisyNeighborResultTest::round).toList());

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(result.findings().document()))
        .containsExactlyInAnyOrder(
            "/cases/*/neighbor",
            "/cases/*/design",
            "/cases/*/shares",
            "/cases/*/point_of_alone",
            "/cases/*/p99_of_alone",
            "/cases/*/neighbor_of_alone",
            "/cases/*/point_per_s",
            "/cases/*/point_p99_ms",
            "/cases/*/point_refused_per_s",
            "/cases/*/neighbor_per_s",
            "/cases/*/neighbor_refused_per_s",
            "/setting/nodes",
            "/setting/capacity_per_s/median",
            "/setting/capacity_per_s/lowest",
            "/setting/capacity_per_s/highest",
            "/setting/point_share",
            "/setting/neighbor_factor",
            "/setting/neighbor_offered_per_s/scan",
            "/setting/neighbor_offered_per_s/bulk",
            "/setting/neighbor_offered_per_s/in",
            "/setting/in_flight",
            "/setting/deadline_ms",
            "/setting/tuned",
            "/setting/not_changed",
            "/setting/seconds/rounds",
            "/setting/seconds/warm_up",
            "/setting/seconds/probe",
            "/setting/seconds/alone",
            "/setting/seconds/shared",
            "/setting/seconds/settle",
            "/rounds/*/neighbor",
            "/rounds/*/round",
            "/rounds/*/phase",
            "/rounds/*/figures/reads_per_s",
            "/rounds/*/figures/p99_ms",
            "/rounds/*/figures/reads_refused_per_s",
            "/rounds/*/figures/neighbor_per_s",
            "/rounds/*/figures/neighbor_refused_per_s");
  }

  @Test
  void json_cases_haveEachNeighborRatioOfSharesAndDesign() throws Exception {
    JsonNode cases = json().at("/cases");

    assertThat(cases.valueStream().map(NoisyNeighborResultTest::name).limit(7))
        .containsExactly(
            "scan 1000:1000 stock",
            "scan 1000:1000 tuned",
            "scan 1000:1000 goodput",
            "scan 1000:100 stock",
            "scan 1000:100 tuned",
            "scan 1000:100 goodput",
            "bulk 1000:1000 stock");
    assertThat(cases).hasSize(18);
  }

  @Test
  void json_stock_isTheSameAtAllShares() throws Exception {
    JsonNode cases = json().at("/cases");

    assertThat(cases.at("/0/point_of_alone")).isEqualTo(cases.at("/3/point_of_alone"));
  }

  @Test
  void json_ratios_compareToTheSameRequestsAlone() throws Exception {
    JsonNode unequal = json().at("/cases/5");

    assertThat(unequal.at("/point_of_alone").asDouble()).isEqualTo(0.98);
    assertThat(unequal.at("/p99_of_alone").asDouble()).isEqualTo(2);
    assertThat(unequal.at("/neighbor_of_alone").asDouble()).isEqualTo(0.25);
    assertThat(unequal.at("/neighbor_refused_per_s").asDouble()).isEqualTo(30);
  }

  @Test
  void headline_eachDesign_namesTheWorstNeighbor() {
    assertThat(result.findings().headline())
        .isEqualTo(
            "Next to the worst of three neighbors, point reads keep 30% (p99 8.0 times) of what"
                + " they are alone on a stock cluster, 60% (p99 4.0 times) with Cassandra's own"
                + " settings, 95% (p99 2.0 times) with fair shares, and 98% (p99 2.0 times) with"
                + " a tenth of the shares for the neighbor.");
  }

  @Test
  void table_stock_standsOnceForEachNeighbor() {
    assertThat(result.findings().table().rows()).hasSize(12);
  }

  @Test
  void order_eachRound_rotatesTheDesigns() {
    assertThat(Phase.order(2))
        .containsExactly(
            Phase.READS_ALONE,
            Phase.NEIGHBOR_ALONE,
            Phase.TUNED,
            Phase.EQUAL_SHARES,
            Phase.UNEQUAL_SHARES,
            Phase.STOCK);
  }

  private static String name(JsonNode row) {
    return Stream.of("neighbor", "shares", "design")
        .map(key -> row.at("/" + key).asText())
        .reduce((left, right) -> left + " " + right)
        .orElseThrow();
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(Json.of(result.findings().document()));
  }

  private static Stream<Sample> round(Neighbor neighbor) {
    return Stream.of(
        sample(neighbor, Phase.READS_ALONE, 100, 4, 0, 0),
        sample(neighbor, Phase.NEIGHBOR_ALONE, 0, 0, 40, 0),
        sample(neighbor, Phase.STOCK, 30, 32, 30, 0),
        sample(neighbor, Phase.TUNED, 60, 16, 20, 10),
        sample(neighbor, Phase.EQUAL_SHARES, 95, 8, 20, 20),
        sample(neighbor, Phase.UNEQUAL_SHARES, 98, 8, 10, 30));
  }

  private static Sample sample(
      Neighbor neighbor, Phase phase, int reads, int millis, int served, int refused) {
    Recording ofReads = Recordings.each(SECONDS, 0, 1, Outcome.GOOD, 1);
    Recordings.add(ofReads, 1, SECONDS, Outcome.GOOD, reads, millis);
    Recording ofNeighbor = Recordings.each(SECONDS, 1, SECONDS, Outcome.LATE, served);
    Recordings.add(ofNeighbor, 1, SECONDS, Outcome.REFUSED, refused);
    return new Sample(neighbor, 1, phase, 1, ofReads, ofNeighbor);
  }
}
