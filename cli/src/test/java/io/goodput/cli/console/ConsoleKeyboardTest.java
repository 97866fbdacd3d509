package io.goodput.cli.console;

import static io.goodput.cli.console.ConsoleBrowser.DESK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A console that allows changes, in a real browser, with the keyboard alone,")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleKeyboardTest {

  /** More often than the page has places to be. */
  private static final int MOST_TABS = 60;

  private final SimulatedNodes nodes = new SimulatedNodes();
  private final Console console =
      new Console(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          nodes.source(),
          new Changes(
              (partition, reads, writes, seconds) -> {
                nodes.rejectedShare = 0.9;
                return List.of();
              },
              partition -> {
                nodes.rejectedShare = 0;
                return List.of();
              }));
  private final ConsoleBrowser page;

  ConsoleKeyboardTest(@TempDir Path folder) throws Exception {
    page = ConsoleBrowser.start(console.url(), folder);
  }

  @BeforeEach
  void show() throws Exception {
    nodes.rejectedShare = 0;
    nodes.keys = List.of("1", "2", "3");
    page.show(DESK, "light");
    page.await("document.querySelectorAll('#partitions tbody tr').length === 3");
    page.await("!document.getElementById('limit-worst').hidden");
    page.await("document.querySelector('#choice .effect').textContent !== ''");
  }

  @AfterAll
  void close() {
    page.close();
    console.close();
  }

  private void press(Browser.Key key) throws Exception {
    page.tab().press(key);
  }

  /** What has the focus, as a person would call it. */
  private String focused() throws Exception {
    return page.tab()
        .evaluate(
            """
            (it => it.getAttribute('aria-label') || (label => (label?.querySelector('span')?.firstChild ?? label)?.textContent)(it.labels?.[0])
                || document.getElementById(it.getAttribute('aria-labelledby'))?.textContent
                || it.textContent)(document.activeElement)""")
        .asText();
  }

  /** After the last place of a page, the focus leaves it. */
  private boolean isAnywhere() throws Exception {
    return page.tab().evaluate("document.activeElement !== document.body").asBoolean();
  }

  private void tabTo(String name) throws Exception {
    for (int tab = 0; tab < MOST_TABS; tab++) {
      if (focused().equals(name)) {
        return;
      }
      press(Browser.Key.TAB);
    }
    assertThat(focused()).isEqualTo(name);
  }

  @Test
  void tab_throughThePage_reachesEverythingInTheOrderThatItIsShown() throws Exception {
    List<String> places = new ArrayList<>();
    press(Browser.Key.TAB);
    while (places.size() < MOST_TABS && isAnywhere()) {
      places.add(focused());
      press(Browser.Key.TAB);
    }

    assertThat(places)
        .containsExactly(
            "Skip to hot partitions",
            "Pause",
            "Switch to dark",
            "Limit this partition for 10 minutes …",
            "Show only partitions with this text",
            "Hot partitions, busiest first",
            "Limit partition 1 of demo.posts",
            "Limit partition 2 of demo.posts",
            "Limit partition 3 of demo.posts",
            "Requests per second",
            "Latency in ms",
            "Nodes of the cluster",
            "Limits of tables",
            "Table",
            "Limit of each partition: ",
            "Take it",
            "What each service level gets",
            "Events, newest first");
  }

  @Test
  void tab_throughThePage_showsWhereTheFocusIs() throws Exception {
    press(Browser.Key.TAB);
    for (int tab = 0; tab < 16; tab++) {
      assertThat(
              page.tab()
                  .evaluate(
                      """
                      (it => {
                        const { outlineStyle, outlineWidth } = getComputedStyle(it);
                        const { left, top, right, bottom } = it.getBoundingClientRect();
                        const isOnScreen = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
                        return isOnScreen && outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2;
                      })(document.activeElement)""")
                  .asBoolean())
          .as(focused())
          .isTrue();
      press(Browser.Key.TAB);
    }
  }

  @Test
  void enter_onTheSkipLink_goesToTheHotPartitions() throws Exception {
    press(Browser.Key.TAB);
    press(Browser.Key.ENTER);

    press(Browser.Key.TAB);

    assertThat(focused()).isEqualTo("Show only partitions with this text");
  }

  @Test
  void filter_typed_leavesThePartitionsThatHaveIt() throws Exception {
    tabTo("Show only partitions with this text");

    page.tab().type("no partition has this");

    page.await("document.getElementById('partitions-note').textContent.startsWith('None of')");
  }

  @Test
  void enter_onAPartition_opensItsDetailsAndMovesTheFocusThere() throws Exception {
    tabTo("Limit partition 2 of demo.posts");

    press(Browser.Key.ENTER);

    assertThat(page.text("#dialog .whole-key")).isEqualTo("2");
    assertThat(
            page.tab()
                .evaluate("document.getElementById('dialog').contains(document.activeElement)")
                .asBoolean())
        .isTrue();
  }

  @Test
  void tab_inADialog_doesNotReachThePageBehindIt() throws Exception {
    tabTo("Limit partition 2 of demo.posts");
    press(Browser.Key.ENTER);

    List<String> places = new ArrayList<>();
    for (int tab = 0; tab < 12; tab++) {
      places.add(focused());
      press(Browser.Key.TAB);
    }

    assertThat(places)
        .contains("Partition key", "reads per second, at most", "for minutes", "Run it", "Close")
        .doesNotContain("Pause", "Limit partition 2 of demo.posts");
  }

  @Test
  void escape_inADialog_closesItAndReturnsToThePartition() throws Exception {
    tabTo("Limit partition 2 of demo.posts");
    press(Browser.Key.ENTER);

    press(Browser.Key.ESCAPE);

    page.await("!document.getElementById('dialog').open");
    assertThat(focused()).isEqualTo("Limit partition 2 of demo.posts");
  }

  @Test
  void escape_aPartitionThatIsGoneMeanwhile_returnsToTheHotPartitions() throws Exception {
    tabTo("Limit partition 3 of demo.posts");
    press(Browser.Key.ENTER);
    nodes.keys = List.of("1", "2");
    page.await("document.querySelectorAll('#partitions tbody tr').length === 2");

    press(Browser.Key.ESCAPE);

    page.await("document.activeElement.id === 'partitions'");
  }

  @Test
  void limit_runWithEnter_isSetAndReturnsToTheBanner() throws Exception {
    tabTo("Limit this partition for 10 minutes …");
    press(Browser.Key.ENTER);
    tabTo("Run it");

    press(Browser.Key.ENTER);
    page.await("document.activeElement.textContent === 'Close'");
    page.await("document.getElementById('limit-worst').hidden");
    press(Browser.Key.ENTER);

    page.await("document.activeElement.id === 'banner'");
    assertThat(page.text("#sentence")).startsWith("Under control.");
  }

  @Test
  void partition_withTheFocusRises_keepsIt() throws Exception {
    tabTo("Limit partition 3 of demo.posts");

    nodes.keys = List.of("3", "1", "2");
    page.await("document.querySelector('#partitions tbody code').textContent === '3'");

    assertThat(focused()).isEqualTo("Limit partition 3 of demo.posts");
  }

  @Test
  void partition_withTheFocusIsGone_leavesItToTheTable() throws Exception {
    tabTo("Limit partition 3 of demo.posts");

    nodes.keys = List.of("1", "2");
    page.await("document.querySelectorAll('#partitions tbody tr').length === 2");

    assertThat(focused()).isEqualTo("Hot partitions, busiest first");
  }

  @Test
  void space_onPause_holdsThePageAndItsCharts() throws Exception {
    tabTo("Pause");

    press(Browser.Key.SPACE);

    page.await("document.getElementById('link').textContent.startsWith('Paused at')");
    assertThat(focused()).isEqualTo("Resume");
    String held = charts();
    long before = nodes.rounds;
    await().until(() -> nodes.rounds >= before + 5);
    assertThat(charts()).isEqualTo(held);
  }

  private String charts() throws Exception {
    return page.tab()
        .evaluate(
            "[...document.querySelectorAll('.chart canvas')].map(it => it.toDataURL()).join()")
        .asText();
  }
}
