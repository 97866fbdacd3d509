package io.goodput.cli.console;

import static io.goodput.cli.console.ConsoleBrowser.DESK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The console's page, in a real browser, with a frame each second,")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleSpeedTest {

  /** One frame in five is complete, and changes all panels. */
  private static final int EACH_KIND = 5;

  private final SimulatedNodes nodes = new SimulatedNodes();
  private final Console console;
  private final ConsoleBrowser page;

  ConsoleSpeedTest(@TempDir Path folder) throws Exception {
    nodes.period = Duration.ofSeconds(1);
    console =
        new Console(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), nodes.source(), null);
    page = ConsoleBrowser.start(console.url(), folder);
  }

  @AfterAll
  void close() {
    page.close();
    console.close();
  }

  @Test
  @DisplayName("with 10,000 hot partitions and 100 nodes, draws each frame within 50 ms")
  void frame_ofALargeCluster_isDrawnWithin50Millis() throws Exception {
    nodes.nodes = 100;
    nodes.keys = IntStream.range(0, 10_000).mapToObj(Integer::toString).toList();
    page.show(DESK, "light");
    page.await("document.querySelectorAll('#partitions tbody tr').length === 50");

    // Other programs on the machine may delay a frame, but not in each of these times.
    int smooth = 0;
    for (int time = 0; time < 12 && smooth < 3; time++) {
      filter(time % 2 == 0 ? "" : "9");
      Drawn drawn = drawn(EACH_KIND);
      smooth += drawn.frames() >= EACH_KIND && drawn.longTasks().isEmpty() ? 1 : 0;
    }

    assertThat(smooth).as("times without a task of more than 50 ms").isEqualTo(3);
  }

  private void filter(String text) throws Exception {
    page.tab()
        .evaluate(
            """
            (filter => { filter.value = '%s'; filter.dispatchEvent(new Event('input')); })(
              document.getElementById('filter'))"""
                .formatted(text));
  }

  @Test
  @DisplayName("is watched for long tasks in a way that finds one")
  void longTask_ofThePage_isFound() throws Exception {
    page.show(DESK, "light");
    page.tab()
        .evaluate(
            "setTimeout(() => { const end = Date.now() + 150; while (Date.now() < end); }, 300)");

    assertThat(drawn(1).longTasks()).as("100 ms or more").matches("(\\d+,)*\\d{3,}(,\\d+)*");
  }

  /**
   * What the page drew until its last frame.
   *
   * @param frames that it drew: each changes the time that it shows
   * @param longTasks the milliseconds of each task that took more than 50 of them
   */
  private record Drawn(int frames, String longTasks) {}

  private Drawn drawn(int last) throws Exception {
    JsonNode drawn =
        page.tab()
            .evaluate(
                """
                new Promise(done => {
                  const long = [];
                  let frames = 0;
                  const end = () => done({ frames, long: long.join() });
                  new PerformanceObserver(list => list.getEntries()
                    .forEach(task => long.push(Math.round(task.duration))))
                    .observe({ type: 'longtask' });
                  new MutationObserver(() => ++frames === %d && setTimeout(end, 200))
                    .observe(document.getElementById('link'), { childList: true });
                  setTimeout(end, 20000);
                })"""
                    .formatted(last));
    return new Drawn(drawn.get("frames").asInt(), drawn.get("long").asText());
  }
}
