package io.goodput.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.bench.report.JsonKeys;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccuracyReportTest {

  private static final LimitCase CASE =
      new LimitCase(
          3, 3, Consistency.QUORUM, Routing.TOKEN_AWARE, Kind.READS, 10, 100, Conditions.GOOD);

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(report(measurement(null)).findings().document()))
        .containsExactlyInAnyOrder(
            "/cases/*/cl",
            "/cases/*/routing",
            "/cases/*/kind",
            "/cases/*/overload",
            "/cases/*/limit",
            "/cases/*/accepted_per_s",
            "/cases/*/offered_per_s",
            "/cases/*/offered_overload",
            "/cases/*/first_second",
            "/cases/*/failed_per_s",
            "/cases/*/replication_factor",
            "/cases/*/nodes",
            "/cases/*/conditions",
            "/cases/*/simulated_per_s",
            "/cases/*/simulated_reference_per_s");
  }

  @Test
  void json_aMeasuredCase_hasTheNamesThatProgramsKnow() throws Exception {
    JsonNode json = new ObjectMapper().readTree(report(measurement(null)).json());

    JsonNode first = json.at("/cases/0");
    assertThat(first.at("/cl").asText()).isEqualTo("QUORUM");
    assertThat(first.at("/routing").asText()).isEqualTo("token_aware");
    assertThat(first.at("/kind").asText()).isEqualTo("reads");
    assertThat(first.at("/overload").asInt()).isEqualTo(10);
    assertThat(first.at("/limit").asInt()).isEqualTo(100);
    assertThat(first.at("/accepted_per_s").asDouble()).isEqualTo(99.3);
    assertThat(first.at("/offered_per_s").asDouble()).isEqualTo(998.0);
    assertThat(first.at("/first_second").asInt()).isEqualTo(120);
  }

  @Test
  void json_aSimulatedCase_doesNotClaimAMeasurement() {
    assertThat(report(null).json())
        .contains("\"simulated_per_s\":100.0")
        .doesNotContain("accepted_per_s");
  }

  @Test
  void table_aMeasuredCase_setsTheRatioBesideTheSimulation() {
    assertThat(
            report(measurement(null))
                .table()
                .text()
                .lines()
                .skip(1)
                .findFirst()
                .orElseThrow()
                .split(" +"))
        .containsExactly(
            "QUORUM",
            "reads",
            "token_aware",
            "3",
            "10x",
            "998",
            "100",
            "99.3",
            "0.99",
            "120",
            "100.0",
            "290.0",
            "0.0");
  }

  @Test
  void remarks_aFailure_isTold() {
    assertThat(report(measurement("timeout")).remarks()).containsExactly("First failure: timeout");
  }

  private static Measurement measurement(@Nullable String failure) {
    return new Measurement(99.3, 998, 120, 0, failure);
  }

  private static AccuracyReport report(@Nullable Measurement measurement) {
    return new AccuracyReport(List.of(new CaseResult(CASE, measurement, new Simulated(100, 290))));
  }
}
