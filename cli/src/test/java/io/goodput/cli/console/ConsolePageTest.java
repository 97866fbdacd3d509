package io.goodput.cli.console;

import static io.goodput.cli.console.ConsoleBrowser.DESK;
import static io.goodput.cli.console.ConsoleBrowser.PHONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.watch.NodeSample.State;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The console's page, in a real browser over simulated nodes,")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsolePageTest {

  private static final String NASTY = "'<script>document.title = \"hacked\"</script>'";

  private final SimulatedNodes nodes = new SimulatedNodes();
  private final Console console =
      new Console(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), nodes.source(), null);
  private final ConsoleBrowser page;

  ConsolePageTest(@TempDir Path folder) throws Exception {
    page = ConsoleBrowser.start(console.url(), folder);
  }

  @BeforeEach
  void calm() {
    nodes.nodes = 3;
    nodes.state = State.PROTECTED;
    nodes.keys = List.of("1", "2", "3");
    nodes.rejectedShare = 0;
    nodes.hasAllViews = true;
  }

  @AfterAll
  void close() {
    page.close();
    console.close();
  }

  @ParameterizedTest
  @CsvSource({PHONE + ",light", PHONE + ",dark", DESK + ",light", DESK + ",dark", "3840,light"})
  void page_onAnyScreen_isAccessibleAndNotWiderThanTheScreen(int width, String scheme)
      throws Exception {
    page.show(width, scheme);
    page.await("document.querySelector('#partitions tbody tr')");
    page.tab().picture(Path.of("target", "console-%d-%s.png".formatted(width, scheme)));

    assertThat(page.violations()).isEmpty();
    assertThat(page.tab().evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(width);
    assertThat(page.tab().complaints()).isEmpty();
    assertThat(page.tab().requests()).allMatch(url -> url.startsWith(console.url()));
  }

  @Test
  void banner_oneHotPartition_saysWhichAndWhoAsks() throws Exception {
    page.show(DESK, "light");

    // Askers come every five seconds.
    page.await("document.getElementById('sentence').textContent.includes('asked')");
    assertThat(page.tab().evaluate("document.getElementById('banner').dataset.level").asText())
        .isEqualTo("TROUBLE");
    assertThat(page.text("#sentence"))
        .matches(
            "One partition draws \\d+ % of the cluster's reads: partition 1 of demo.posts,"
                + " asked by role app from 10\\.0\\.7\\.\\d with shop and 3 more\\.");
  }

  @Test
  void banner_rejectedPartition_isUnderControl() throws Exception {
    nodes.rejectedShare = 0.9;
    page.show(DESK, "light");

    page.await("document.getElementById('banner').dataset.level === 'HELD'");
    assertThat(page.text("#sentence")).startsWith("Under control.");
  }

  @Test
  void banner_noHotPartition_saysThatThereIsNoTrouble() throws Exception {
    nodes.keys = List.of();
    page.show(DESK, "light");

    page.await("document.getElementById('sentence').textContent === 'No trouble.'");
  }

  @Test
  void banner_clusterGoesAndComesBack_saysSo() throws Exception {
    page.show(DESK, "light");
    nodes.state = State.NO_ANSWER;
    page.await("document.getElementById('sentence').textContent.startsWith('No node')");

    nodes.state = State.PROTECTED;

    page.await("document.getElementById('sentence').textContent.startsWith('One partition')");
  }

  @Test
  void keys_withMarkupOrOf64KiB_appearAsText() throws Exception {
    nodes.keys = List.of(NASTY, "'" + "k".repeat(65_536) + "'");
    page.show(DESK, "light");
    page.await("document.querySelectorAll('#partitions tbody tr').length === 2");

    page.tab().evaluate("document.querySelectorAll('#partitions tbody button')[1].click()");

    assertThat(page.text("#partitions tbody code")).isEqualTo(NASTY);
    assertThat(page.text("#dialog .whole-key")).hasSize(65_538);
    assertThat(page.text("#dialog .statement code")).hasSizeGreaterThan(65_538);
    assertThat(page.tab().evaluate("document.title").asText()).contains("Goodput");
    assertThat(page.tab().complaints()).isEmpty();
  }

  @Test
  void dialog_ofAPartition_isAccessibleAndShowsTheStatement() throws Exception {
    page.show(DESK, "dark");
    page.await("document.querySelector('#partitions tbody button')");

    page.tab().evaluate("document.querySelector('#partitions tbody button').click()");
    page.tab().picture(Path.of("target", "console-dialog.png"));

    assertThat(page.text("#dialog .statement code"))
        .matches(
            "UPDATE goodput.overrides USING TTL 600 SET max_reads_per_second = \\d+"
                + " WHERE keyspace_name = 'demo' AND table_name = 'posts'"
                + " AND partition_key = '1';");
    assertThat(page.violations()).isEmpty();
  }

  @Test
  void views_thatNodesLack_areNamed() throws Exception {
    nodes.hasAllViews = false;
    page.show(DESK, "light");

    page.await("document.getElementById('events-note').textContent.includes('lacks the view')");
    assertThat(page.text("#overrides-note")).contains("lacks the view goodput.overrides");
    assertThat(page.text("#choice > .note")).contains("lacks the view goodput.peak_rates");
    assertThat(page.tab().complaints()).isEmpty();
  }

  @Test
  void slider_moved_saysWhatWouldHaveBeenRefused() throws Exception {
    page.show(DESK, "light");
    page.await("!document.querySelector('.choice').hidden");

    page.tab()
        .evaluate(
            "(slider => { slider.value = 0; slider.dispatchEvent(new Event('input')); })"
                + "(document.getElementById('choice-limit'))");

    assertThat(page.text(".effect")).matches("[\\d.]+ to [\\d.]+ % of [\\d,]+ counted reads .*");
    assertThat(page.text("#choice .statement code"))
        .isEqualTo(
            "ALTER TABLE \"demo\".\"posts\" WITH per_partition_rate_limit ="
                + " {'max_reads_per_second': 1};");
  }

  @Test
  void pause_pressed_holdsTheFigures() throws Exception {
    page.show(DESK, "light");
    page.tab().evaluate("document.getElementById('pause').click()");
    nodes.keys = List.of();

    page.await("document.getElementById('link').textContent.startsWith('Paused')");
    assertThat(page.text("#partitions tbody code")).isEqualTo("1");

    page.tab().evaluate("document.getElementById('pause').click()");
    page.await("!document.querySelector('#partitions tbody tr')");
  }

  @Test
  @DisplayName("with 10,000 hot partitions and 100 nodes, draws each frame within 50 ms")
  void frame_ofALargeCluster_isDrawnWithin50Millis() throws Exception {
    nodes.nodes = 100;
    nodes.keys = IntStream.range(0, 10_000).mapToObj(Integer::toString).toList();
    page.show(DESK, "light");
    page.await("document.querySelectorAll('#partitions tbody tr').length === 50");

    // Other programs on the machine may delay a frame, but not in each of these times.
    assertThat(List.of(longTasks(), longTasks(), longTasks())).contains("");
  }

  /** The milliseconds of each task of the page that took more than 50 of them, in some seconds. */
  private String longTasks() throws Exception {
    return page.tab()
        .evaluate(
            """
            new Promise(done => {
              const long = [];
              new PerformanceObserver(list => list.getEntries()
                .forEach(task => long.push(Math.round(task.duration))))
                .observe({ type: 'longtask' });
              setTimeout(() => done(long.join()), 6000);
            })""")
        .asText();
  }
}
