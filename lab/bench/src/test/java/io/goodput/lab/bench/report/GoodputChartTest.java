package io.goodput.lab.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GoodputChartTest {

  private static final Path DOCS = Path.of("../../docs");

  @Test
  void chart_ofTheDocs_showsTheLatestDocuments() throws Exception {
    assertThat(Files.readString(DOCS.resolve("pictures/goodput.svg")))
        .as("run the test DocsMeasurements")
        .isEqualTo(GoodputChart.of(document("hot-partition"), document("overload")));
  }

  @Test
  void chart_linesThatEndAtTheSamePlace_haveLabelsOneAboveTheOther() throws Exception {
    JsonNode overload =
        new ObjectMapper()
            .readTree(
                """
                {"peak_goodput": {"stock": 100},
                 "steps": [{"factor": 2, "stock": {"goodput": {"median": 0}},
                   "tuned": {"goodput": {"median": 0}}, "goodput": {"goodput": {"median": 90}}}]}
                """);

    assertThat(GoodputChart.of(document("hot-partition"), overload))
        .contains(
            "y=\"235\">stock 0%</text>",
            "y=\"218\">tuned 0%</text>", "y=\"100\">goodput 90%</text>");
  }

  private static JsonNode document(String name) throws IOException {
    return new ObjectMapper()
        .readTree(DOCS.resolve("measurements").resolve(name + ".json").toFile());
  }
}
