package io.goodput.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageTest {

  private final String page = Page.of(Reports.withTwoCharts());

  @Test
  void page_textWithMarkup_isShownAsText() {
    assertThat(page).contains("<h1>A report &lt;/script&gt;&lt;script&gt;</h1>");
  }

  @Test
  void page_dataWithTheEndOfAScript_doesNotEndIt() {
    assertThat(page.split("</script>", -1)).hasSize(4);
  }

  @Test
  void page_everyPlace_isFilled() {
    assertThat(page).doesNotContain("{{");
  }
}
