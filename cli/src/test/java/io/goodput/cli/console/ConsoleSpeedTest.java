package io.goodput.cli.console;

import static io.goodput.cli.console.ConsoleBrowser.DESK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The console's page, in a real browser, with a frame each second,")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class ConsoleSpeedTest {

  private static final int CYCLE = 5;

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

    watchFrames();

    // Other programs on the machine may delay a frame, but not each frame of a kind.
    await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () ->
                assertThat(page.tab().evaluate("smooth.join()").asText())
                    .as("frames of each kind without a task of more than 50 ms")
                    .matches("[1-9]\\d*(,[1-9]\\d*){4}"));
  }

  @Test
  @DisplayName("is watched for long tasks in a way that finds one")
  void longTask_ofEachFrame_isFound() throws Exception {
    page.show(DESK, "light");
    page.tab()
        .evaluate(
            """
            new MutationObserver(() => {
              const end = Date.now() + 150;
              while (Date.now() < end);
            }).observe(document.getElementById('link'), { childList: true })""");

    watchFrames();

    await().atMost(Duration.ofMinutes(1)).until(() -> frames() >= 3);
    assertThat(page.tab().evaluate("smooth.join()").asText()).isEqualTo("0,0,0,0,0");
  }

  private int frames() throws Exception {
    return page.tab().evaluate("frames").asInt();
  }

  /**
   * Counts the frames, each of which changes the time that the page shows; and by their places in
   * the cycle, those without a task of more than 50 ms. One frame in five is complete, and changes
   * all panels. The filter is in use for one cycle of two.
   */
  private void watchFrames() throws Exception {
    page.tab()
        .evaluate(
            """
            (() => {
              const cycle = %d;
              const settled = 300;
              let long = 0;
              globalThis.frames = 0;
              globalThis.smooth = new Array(cycle).fill(0);
              new PerformanceObserver(list => long += list.getEntries().length)
                .observe({ type: 'longtask' });
              const filter = document.getElementById('filter');
              new MutationObserver(() => setTimeout(() => {
                smooth[frames %% cycle] += long === 0 && frames > 0 ? 1 : 0;
                long = 0;
                frames++;
                if (frames %% cycle === 0) {
                  filter.value = filter.value === '' ? '9' : '';
                  filter.dispatchEvent(new Event('input'));
                }
              }, settled)).observe(document.getElementById('link'), { childList: true });
            })()"""
                .formatted(CYCLE));
  }
}
