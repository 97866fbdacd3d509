package io.goodput.lab.bench.rejection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class MicrobenchmarksTest {

  @Test
  void costs_resultOfJmh_haveTimeAndBytes() throws Exception {
    JsonNode results =
        new ObjectMapper()
            .readTree(
                """
                [{"benchmark": "io.goodput.lab.microbenchmarks.RejectionBenchmark.withStackTrace",
                  "threads": 2,
                  "params": {"depth": "60"},
                  "primaryMetric": {"score": 1234.5, "scoreError": 1.5},
                  "secondaryMetrics": {"gc.alloc.rate.norm": {"score": 800.0}}}]
                """);

    assertThat(Microbenchmarks.costs(results))
        .containsExactly(new Cost("RejectionBenchmark.withStackTrace", 60, 2, 1234.5, 1.5, 800.0));
  }

  @Test
  void costs_unknownError_isNaN() throws Exception {
    JsonNode results =
        new ObjectMapper()
            .readTree(
                """
                [{"benchmark": "a.B.c", "threads": 1,
                  "primaryMetric": {"score": 1.0, "scoreError": "NaN"}}]
                """);

    assertThat(Microbenchmarks.costs(results).get(0).error()).isNaN();
  }
}
