package io.goodput.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.bench.report.Findings.Fact;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FindingsTest {

  @Test
  void remarks_tableWithAnUnreliableFigure_explainTheMark() {
    assertThat(findings(new Spread(1, 0, 2).whole()).remarks()).containsExactly(Spread.LEGEND);
  }

  @Test
  void remarks_tableWithoutAnUnreliableFigure_areEmpty() {
    assertThat(findings(new Spread(9, 8, 10).whole()).remarks()).isEmpty();
  }

  @Test
  void with_howTheyWereMade_comesFirstInTheSetting() {
    assertThat(findings("").with(List.of(new Fact("Java", "17"))).setting())
        .containsExactly(new Fact("Java", "17"), new Fact("Load", "some"));
  }

  private static Findings findings(String cell) {
    return new Findings(
        "Title",
        "Headline.",
        new Table(List.of("column"), List.of(List.of(cell))),
        List.of(),
        List.of(),
        List.of(new Fact("Load", "some")),
        Map.of("figure", 1));
  }
}
