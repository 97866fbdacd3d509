package io.goodput.lab.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.goodput.cli.console.Browser;
import io.goodput.cli.console.Chromium;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A report as its readers see it, on a phone and on a desk, by day and by night. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageInABrowserTest {

  private static final int PHONE = 390;
  private static final int DESK = 1280;

  private final Browser browser;
  private final Path page;

  PageInABrowserTest(@TempDir Path folder) throws Exception {
    Optional<Path> chromium = Chromium.find();
    assumeTrue(chromium.isPresent(), Chromium.WHAT_TO_INSTALL);
    browser =
        Browser.start(chromium.orElseThrow(), Files.createDirectory(folder.resolve("profile")));
    page = folder.resolve("report.html");
    Files.writeString(page, Page.of(Reports.withTwoCharts()));
  }

  @AfterAll
  void close() {
    browser.close();
  }

  @Test
  void page_shown_complainsOfNothing() throws Exception {
    browser.show(page.toUri(), PHONE, "light");

    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void page_shown_loadsNothing() throws Exception {
    browser.show(page.toUri(), PHONE, "light");

    assertThat(browser.requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {PHONE, DESK})
  void page_onAnyScreen_isNotWiderThanTheScreen(int width) throws Exception {
    browser.show(page.toUri(), width, "light");

    assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(width);
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void page_byDayAndNight_drawsEveryChart(String scheme) throws Exception {
    browser.show(page.toUri(), PHONE, scheme);

    assertThat(
            browser
                .evaluate(
                    "[...document.querySelectorAll('canvas')].filter(canvas => canvas"
                        + ".getContext('2d').getImageData(0, 0, canvas.width, canvas.height)"
                        + ".data.some(value => value !== 0)).length")
                .asInt())
        .isEqualTo(2);
  }

  @Test
  void page_byNight_isDark() throws Exception {
    browser.show(page.toUri(), PHONE, "dark");

    assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor").asText())
        .isEqualTo("rgb(20, 24, 31)");
  }

  @Test
  void page_onAPhone_hasTextThatIsReadWithoutZooming() throws Exception {
    browser.show(page.toUri(), PHONE, "light");

    assertThat(
            browser
                .evaluate(
                    "Math.min(...[...document.querySelectorAll('p, td, dt, dd, figcaption')]"
                        + ".map(it => parseFloat(getComputedStyle(it).fontSize)))")
                .asDouble())
        .isGreaterThanOrEqualTo(16);
  }
}
