package io.goodput.lab.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasurementPageTest {

  private static final String PAGE =
      "# Title\n\n<!-- measured: it.json -->\nold\n<!-- end -->\n\nText.\n";

  @Test
  void filled_benchmark_showsHeadlineTableRemarksAndSetting() {
    Findings findings = Reports.withTwoCharts();

    assertThat(filled(findings.json()))
        .startsWith(
            "# Title\n\n<!-- measured: it.json -->\n\n" + findings.headline() + "\n\n| phase |")
        .contains("- A remark.\n")
        .contains("- Command: ./goodput bench something")
        .endsWith("<!-- end -->\n\nText.\n")
        .doesNotContain("old");
  }

  @Test
  void filled_twice_isTheSame() {
    String document = Reports.withTwoCharts().json();
    String once = filled(document);

    assertThat(MeasurementPage.filled(once, name -> tree(document))).isEqualTo(once);
  }

  @Test
  void filled_microbenchmarks_showsTimeErrorAndBytes() {
    String results =
        """
        [{"benchmark": "io.goodput.RequestBenchmark.process", "params": {"request": "WRITE"},
          "primaryMetric": {"score": 35.61, "scoreError": 1.04},
          "secondaryMetrics": {"gc.alloc.rate.norm": {"score": 0.0001}}}]
        """;

    assertThat(filled(results))
        .contains("| RequestBenchmark.process | request=WRITE | 35.6 ± 1.0 | 0 |");
  }

  @Test
  void shown_microbenchmarks_haveNeitherPathsNorSamples() {
    String results =
        """
        [{"benchmark": "B.run", "jvm": "/opt/java", "params": {"n": "1"},
          "primaryMetric": {"score": 3.5, "scoreError": 1.0, "rawData": [[3.5]]},
          "secondaryMetrics": {"gc.count": {"score": 1},
            "gc.alloc.rate.norm": {"score": 8.0, "rawData": [[8]]}}}]
        """;

    assertThat(MeasurementPage.shown(tree(results)))
        .isEqualTo(
            tree(
                """
                [{"benchmark": "B.run", "params": {"n": "1"},
                  "primaryMetric": {"score": 3.5, "scoreError": 1.0},
                  "secondaryMetrics": {"gc.alloc.rate.norm": {"score": 8.0}}}]
                """));
  }

  private static String filled(String document) {
    return MeasurementPage.filled(PAGE, Map.of("it.json", tree(document))::get);
  }

  private static JsonNode tree(String json) {
    try {
      return new ObjectMapper().readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
