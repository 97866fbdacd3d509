package io.goodput.lab.bench.rejection;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.bench.rejection.Counting.Count;
import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.JsonKeys;
import io.goodput.lab.bench.report.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

class RejectionCostResultTest {

  private final Findings findings =
      new RejectionCostResult(
              new JmhLengths(2, 3, List.of(1), 3),
              List.of(
                  new Cost("RejectionBenchmark.stacklessPreallocated", 10, 1, 800, 801, 0),
                  new Cost("RejectionBenchmark.withStackTrace", 10, 1, 2200, 100, 1640)),
              List.of(new Cost("DecisionBenchmark.hotKeyOverLimit", 0, 1, 60, 6, 0)),
              List.of(new Count("operations counted on one partition", 1, 990, 1000)))
          .findings();

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(findings.document()))
        .containsExactlyInAnyOrder(
            "/rejections/*/benchmark",
            "/rejections/*/depth",
            "/rejections/*/threads",
            "/rejections/*/ns",
            "/rejections/*/error_ns",
            "/rejections/*/bytes",
            "/decisions/*/benchmark",
            "/decisions/*/threads",
            "/decisions/*/ns",
            "/decisions/*/error_ns",
            "/decisions/*/bytes",
            "/accuracy/*/what",
            "/accuracy/*/threads",
            "/accuracy/*/is",
            "/accuracy/*/exact");
  }

  @Test
  void json_benchmark_keepsTheNameOfTheMethod() {
    assertThat(Json.of(findings.document()))
        .contains("\"benchmark\":\"DecisionBenchmark.hotKeyOverLimit\"");
  }

  @Test
  void headline_saysWhatADecisionAndARejectionCost() {
    assertThat(findings.headline())
        .isEqualTo(
            "A decision takes 60.0 ns; the exception of a rejection takes ~800.0 ns through 10"
                + " calls, and 2200.0 ns with a stack trace.");
  }

  @Test
  void table_errorAsLargeAsTheFigure_marksTheFigure() {
    assertThat(findings.table().rows().get(0)).contains("~800.0").doesNotContain("800.0");
  }

  @Test
  void table_errorSmallerThanTheFigure_doesNotMarkTheFigure() {
    assertThat(findings.table().rows().get(1)).contains("2200.0");
  }

  @Test
  void remarks_markedFigure_explainTheMark() {
    assertThat(findings.remarks()).contains(Spread.LEGEND);
  }

  @Test
  void remarks_accuracy_areBesideTheTable() {
    assertThat(findings.remarks().get(0))
        .isEqualTo(
            "Accuracy with 1 thread: operations counted on one partition: 990 of 1000 (-1.00%).");
  }

  @Test
  void charts_lines_haveNamesForPeople() {
    assertThat(findings.charts().get(1).lines())
        .extracting(Line::name)
        .containsExactly("decide, one hot partition over its limit");
  }
}
