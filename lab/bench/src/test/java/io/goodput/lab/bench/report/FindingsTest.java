package io.goodput.lab.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.report.Findings.Fact;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FindingsTest {

  @Test
  void remarks_tableWithAnUnreliableFigure_explainTheMark() {
    assertThat(findings(new Spread(1, 0, 2).text(0)).remarks()).containsExactly(Spread.LEGEND);
  }

  @Test
  void remarks_tableWithoutAnUnreliableFigure_areEmpty() {
    assertThat(findings(new Spread(9, 8, 10).text(0)).remarks()).isEmpty();
  }

  @Test
  void with_howTheyWereMade_comesFirstInTheSetting() {
    assertThat(findings("").with(List.of(new Fact("Java", "17"))).setting())
        .containsExactly(new Fact("Java", "17"), new Fact("Load", "some"));
  }

  @Test
  void facts_ofFigures_haveReadableNamesAndOneLineForAnObject() {
    List<Figure<Integer>> figures =
        List.of(
            Figure.of("in_flight", row -> row),
            Figure.of("seconds", row -> Map.of("warm_up", 24)),
            Figure.of("missing", row -> null));

    assertThat(Fact.of(figures, 128))
        .containsExactly(new Fact("in flight", "128"), new Fact("seconds", "warm up 24"));
  }

  @Test
  void line_ofFigures_namesTheColumns() {
    assertThat(
            Figure.line(
                List.of(
                    Figure.<Integer>number("a", 1, row -> row).as("p99 ms"),
                    Figure.of("b", row -> row)),
                5))
        .isEqualTo("p99 ms 5.0");
  }

  @Test
  void json_numbers_areThoseThatTheTextOfTheRowsShows() throws Exception {
    List<Figure<Double>> figures =
        List.of(
            Figure.column("name", row -> "a name"),
            Figure.column("p99 ms", 1, row -> row),
            Figure.column("of alone", 2, row -> new Spread(row, 1, 3)));
    Findings findings =
        new Findings(
            "Title",
            "Headline.",
            Table.of(figures, List.of(1.2345)),
            List.of(),
            List.of(),
            List.of(),
            Map.of());

    JsonNode report = new ObjectMapper().readTree(findings.json()).path("report");

    assertThat(report.at("/rows/0").toString())
        .isEqualTo("[\"a name\",\"1.2\",\"~1.23 (1.00 to 3.00)\"]");
    assertThat(report.at("/numbers/0").toString())
        .isEqualTo("[null,1.2,{\"median\":1.23,\"lowest\":1.0,\"highest\":3.0}]");
  }

  private static Findings findings(String cell) {
    return new Findings(
        "Title",
        "Headline.",
        new Table(List.of("column"), List.of(List.of(cell)), List.of()),
        List.of(),
        List.of(),
        List.of(new Fact("Load", "some")),
        Map.of("figure", 1));
  }
}
