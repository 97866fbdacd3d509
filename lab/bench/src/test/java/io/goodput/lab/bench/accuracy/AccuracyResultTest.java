package io.goodput.lab.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.accuracy.AccuracyResult.CaseAccuracy;
import io.goodput.lab.bench.accuracy.AccuracyResult.Simulated;
import io.goodput.lab.bench.accuracy.LimitCase.Kind;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Recordings;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.JsonKeys;
import io.goodput.lab.simulation.limit.LimitScenario.Routing;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccuracyResultTest {

  private static final LimitCase CASE =
      new LimitCase(3, DefaultConsistencyLevel.QUORUM, Routing.ONE_REPLICA, Kind.READS, 10, 100);

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(measured(null).document()))
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
            "/cases/*/simulated_per_s",
            "/cases/*/simulated_reference_per_s");
  }

  @Test
  void json_measuredCase_hasTheValuesThatProgramsKnow() throws Exception {
    JsonNode json = new ObjectMapper().readTree(Json.of(measured(null).document()));

    assertThat(json.at("/cases/0"))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"cl": "QUORUM", "kind": "reads", "routing": "one_coordinator",
                     "replication_factor": 3, "nodes": 3, "overload": 10,
                     "limit": 100, "offered_per_s": 998.0, "offered_overload": 10.0,
                     "accepted_per_s": 99.3, "first_second": 120, "failed_per_s": 0.0,
                     "simulated_per_s": 100.0, "simulated_reference_per_s": 290.0}
                    """));
  }

  @Test
  void table_measuredCase_hasTheRatioBesideThoseOfTheSimulation() {
    assertThat(measured(null).table().rows())
        .containsExactly(
            List.of(
                "1",
                "QUORUM",
                "reads",
                "one coordinator",
                "3",
                "10",
                "100",
                "998.0",
                "99.3",
                "120",
                "0.0",
                "0.99",
                "100.0",
                "290.0"));
  }

  @Test
  void headline_measuredCase_saysWhatTheLimitAccepts() {
    assertThat(measured(null).headline())
        .isEqualTo(
            "With 10 to 10 times the limit of a partition offered, Goodput admits 0.99 times the limit.");
  }

  @Test
  void remarks_failure_isShown() {
    assertThat(measured("timeout").remarks()).contains("First failure: timeout");
  }

  /** Ten steady seconds: 993 of 9980 operations are accepted. */
  private static Findings measured(@Nullable String failure) {
    Recording recording = Recordings.each(15, 0, 1, Outcome.GOOD, 120);
    Recordings.add(recording, 5, 15, Outcome.GOOD, 99);
    Recordings.add(recording, 5, 8, Outcome.GOOD, 1);
    Recordings.add(recording, 5, 15, Outcome.REFUSED, 898);
    Recordings.add(recording, 5, 12, Outcome.REFUSED, 1);
    Recordings.add(recording, 5, 15, Outcome.DROPPED, 2);
    if (failure != null) {
      Recordings.explain(recording, failure);
    }
    return findings(recording);
  }

  private static Findings findings(Recording recording) {
    CaseAccuracy row = new CaseAccuracy(CASE, recording, new Simulated(100, 290));
    return new AccuracyResult(List.of(row)).findings();
  }
}
