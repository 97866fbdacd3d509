package io.goodput.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.bench.report.Findings.Fact;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FindingsTest {

  private final Findings findings =
      new Findings(
          "Title",
          "Headline.",
          new Table(List.of(""), List.of()),
          List.of(),
          List.of(),
          List.of(new Fact("Load", "some")),
          Map.of("figure", 1));

  @Test
  void with_howTheyWereMade_isInTheDocument() {
    assertThat(findings.with(List.of(new Fact("Java", "17"))).document())
        .isEqualTo(Map.of("figure", 1, "run", Map.of("java", "17")));
  }

  @Test
  void with_howTheyWereMade_comesFirstInTheSetting() {
    assertThat(findings.with(List.of(new Fact("Java", "17"))).setting())
        .containsExactly(new Fact("Java", "17"), new Fact("Load", "some"));
  }
}
