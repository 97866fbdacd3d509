package io.goodput.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

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

  private static Findings findings(String cell) {
    return new Findings(
        "title",
        "headline",
        new Table(List.of("column"), List.of(List.of(cell))),
        List.of(),
        List.of(),
        List.of(),
        Map.of());
  }
}
