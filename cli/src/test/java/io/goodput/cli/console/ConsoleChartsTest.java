package io.goodput.cli.console;

import static io.goodput.cli.console.ConsoleBrowser.DESK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.goodput.cli.console.NodeState.Totals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The charts of the console's page, paused, in a real browser,")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleChartsTest {

  /** Points that a test looks back. */
  private static final int BACK = 20;

  private final Console console =
      new Console(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new CountedFrames(), null);
  private final ConsoleBrowser page;

  /** The number of the last point that is drawn. */
  private int last;

  ConsoleChartsTest(@TempDir Path folder) throws Exception {
    page = ConsoleBrowser.start(console.url(), folder);
  }

  @BeforeAll
  void pause() throws Exception {
    page.show(DESK, "light");
    page.await(now() + " >= " + 3 * BACK);
    page.tab().evaluate("document.getElementById('pause').click()");
    page.await("document.getElementById('link').textContent.startsWith('Paused at')");
    last = page.tab().evaluate(now()).asInt();
  }

  @AfterAll
  void close() {
    page.close();
    console.close();
  }

  /** The present figure of requests in time, which is the number of the point. */
  private static String now() {
    return "Number(document.getElementById('requests').getAttribute('aria-valuetext')"
        + ".match(/in time (\\d+)/)[1])";
  }

  /** Moves the mouse over the chart of requests, to a point. */
  private void hover(int number) throws Exception {
    JsonNode place =
        page.tab()
            .evaluate(
                """
                (it => {
                  it.scrollIntoView({ block: 'center' });
                  const { left, top, width, height } = it.getBoundingClientRect();
                  return { x: left + width * (1 - %d / 900), y: top + height / 2 };
                })(document.querySelector('#requests .u-over'))"""
                    .formatted(CountedFrames.SECONDS * (last - number)));
    page.tab().point(place.get("x").asDouble(), place.get("y").asDouble());
  }

  /** What the legend of a chart shows: the time, and the figures. */
  private String legend(String chart) throws Exception {
    return page.tab()
        .evaluate(
            "[...document.querySelectorAll('#%s .u-legend .u-value')].map(it => it.textContent).join()"
                .formatted(chart))
        .asText();
  }

  /** A time of day as the page shows it. */
  private String time(int number) throws Exception {
    return page.tab()
        .evaluate(
            "new Date(%d).toLocaleTimeString('en-GB')".formatted(CountedFrames.timeOf(number)))
        .asText();
  }

  @Test
  void hover_onAChart_showsTheFiguresOfThatTimeInAllCharts() throws Exception {
    hover(last - BACK);

    page.await(shows("requests", last - BACK));
    assertThat(legend("requests")).isEqualTo(time(last - BACK) + "," + (last - BACK) + ",7,3");
    assertThat(legend("latency")).startsWith(time(last - BACK) + ",");
  }

  /** Whether the legend shows the figure of a point. */
  private static String shows(String chart, int number) {
    return "document.querySelectorAll('#%s .u-legend .u-value')[1].textContent === '%d'"
        .formatted(chart, number);
  }

  @Test
  void hover_elsewhere_showsNoFigures() throws Exception {
    hover(last - BACK);
    page.await(shows("requests", last - BACK));

    page.tab().point(1, 1);

    page.await("!/\\d/.test(document.querySelector('#requests .u-legend .u-value').textContent)");
  }

  @Test
  void arrows_onAChart_showTheFiguresOfOtherTimes() throws Exception {
    focusChart();

    for (int key = 0; key < 3; key++) {
      page.tab().press(Browser.Key.LEFT);
    }
    page.tab().press(Browser.Key.RIGHT);

    page.await(shows("requests", last - 2));
    assertThat(page.tab().evaluate("document.activeElement.ariaValueText").asText())
        .isEqualTo(time(last - 2) + ": in time " + (last - 2) + ", late or failed 7, refused 3");
  }

  @Test
  void focus_ofAChart_showsTheLatestFigures() throws Exception {
    focusChart();

    page.await(shows("requests", last));
  }

  /** As a person who comes from the element before it. */
  private void focusChart() throws Exception {
    page.tab().point(1, 1);
    page.tab().evaluate("document.getElementById('filter').focus()");
    page.tab().press(Browser.Key.TAB);
    assertThat(page.tab().evaluate("document.activeElement.id").asText()).isEqualTo("requests");
  }

  /**
   * Frames some seconds of their own time apart, with their number as the requests in time. The
   * cluster of the frames has no nodes.
   */
  private static final class CountedFrames implements Feed.Source {

    /** No gap for the charts, and a few pixels. */
    static final int SECONDS = 4;

    private static final long START_MILLIS = 1_700_000_000_000L;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Feed.Source empty =
        new ClusterSource((isComplete, views) -> Map.of(), Duration.ofMillis(60), () -> {});
    private int number;

    static long timeOf(int number) {
      return START_MILLIS + 1000L * SECONDS * number;
    }

    @Override
    public Feed.Frame next(boolean isFirst) throws InterruptedException {
      try {
        Totals totals = new Totals((double) ++number, 7.0, 3.0, 1.5, 2.5);
        ObjectNode frame = (ObjectNode) JSON.readTree(empty.next(isFirst).json());
        frame.put("time", timeOf(number));
        frame
            .putObject("totals")
            .put("served", number)
            .put("late", 7)
            .put("refused", 3)
            .put("p50_ms", 1.5)
            .put("p99_ms", 2.5);
        return new Feed.Frame(frame.toString(), totals.point(timeOf(number)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      empty.close();
    }
  }
}
