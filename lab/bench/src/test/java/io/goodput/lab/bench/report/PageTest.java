package io.goodput.lab.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageTest {

  private final String page = Page.of(Reports.withTwoCharts());

  @Test
  void page_findingsWithTheEndOfAScript_doNotEndIt() {
    assertThat(page.split("</script>", -1)).hasSize(4);
  }

  @Test
  void page_everyPlace_isFilled() {
    assertThat(page).doesNotContain("{{");
  }

  @Test
  void page_withoutCharts_isComplete() {
    Findings bare =
        new Findings(
            "Title",
            "Headline.",
            new Table(List.of(""), List.of(), List.of()),
            List.of(),
            List.of(),
            List.of(),
            Map.of());

    assertThat(Page.of(bare)).contains("Headline.").doesNotContain("{{");
  }
}
