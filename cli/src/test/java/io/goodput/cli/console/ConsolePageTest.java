package io.goodput.cli.console;

import static io.goodput.cli.console.ConsoleBrowser.DESK;
import static io.goodput.cli.console.ConsoleBrowser.PHONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import io.goodput.cli.watch.NodeSample.State;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    nodes.lackingNode = 0;
    nodes.event = "became hot";
    nodes.isSilent = false;
    nodes.isOld = false;
    nodes.isSick = false;
    nodes.mode = "enforce";
    nodes.silentNode = 0;
    nodes.daysAgo = 0;
    nodes.hasOtherTable = false;
    nodes.hasProposals = true;
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
  void banner_oneHotPartition_namesItAndItsClient() throws Exception {
    page.show(DESK, "light");

    // Clients come every five seconds.
    page.await("document.getElementById('sentence').textContent.includes('requested')");
    assertThat(page.tab().evaluate("document.getElementById('banner').dataset.level").asText())
        .isEqualTo("TROUBLE");
    assertThat(page.text("#sentence"))
        .matches(
            "One partition draws \\d+% of the cluster's reads: partition 1 of demo.posts,"
                + " requested by role app from 10\\.0\\.7\\.\\d with shop and 3 more\\.");
  }

  @Test
  void banner_aNodeIsDownToo_stillOffersToLimitThePartition() throws Exception {
    nodes.silentNode = 3;
    page.show(DESK, "light");

    page.await("document.getElementById('sentence').textContent.startsWith('One node does not')");
    page.await("!document.getElementById('limit-worst').hidden");
    assertThat(page.text("#limit-worst")).isEqualTo("Limit partition 1 for 10 minutes …");
  }

  @Test
  void banner_aSickNodeGoesDown_tellsNoOldTroubleOfIt() throws Exception {
    nodes.isSick = true;
    page.show(DESK, "light");
    page.await("document.getElementById('others').innerText.includes('too long in the queue')");

    nodes.silentNode = 1;

    page.await(
        "document.getElementById('sentence').textContent === 'One node does not answer: 10.0.0.1:9042.'");
    assertThat(String.join(" ", lines("#others li"))).doesNotContain("10.0.0.1:9042");
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void page_ofASickCluster_saysAllThatIsWrong(String scheme) throws Exception {
    nodes.isSick = true;
    page.show(DESK, scheme);

    page.await(
        "document.querySelector('#nodes tbody tr').innerText"
            + ".includes('overloaded, queue stands, warming, 40%')");
    page.await("document.querySelector('#classes tbody tr')?.innerText.includes('report')");
    page.await(
        "document.getElementById('sentence').textContent.includes(\"cluster's requests fail\")");
    assertThat(page.text("#announcement")).contains("requests fail");
    assertThat(lines("#nodes tbody td:nth-child(2)")).contains("up, no plug-in");
    assertThat(lines("#nodes tbody tr:first-child td:nth-child(4)")).first().isNotEqualTo("0");
    assertThat(String.join(" ", lines("#others li")))
        .contains("Node 10.0.0.1:9042 is overloaded")
        .contains("Requests wait too long in the queue of node 10.0.0.1:9042")
        .contains("One node runs without the plug-in: 10.0.0.3:9042");
    assertThat(page.violations()).isEmpty();
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
  void figures_noNodeAnswers_areUnknown() throws Exception {
    page.show(DESK, "light");
    nodes.state = State.NO_ANSWER;

    page.await("document.getElementById('link').textContent.startsWith('No node answers')");

    assertThat(lines("#figures dd:not(.unit)")).containsExactly("–", "–", "–", "–", "–", "0/3");
    assertThat(page.text("#partitions-note"))
        .isEqualTo("Unknown: no node with the plug-in answers.");
    assertThat(page.text("#overrides-note"))
        .isEqualTo("Unknown: no node with the plug-in answers.");
    assertThat(page.text("#choice > .note")).isEmpty();
    assertThat(page.tab().complaints()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_PLUGIN", "NOT_PERMITTED"})
  void banner_nodesThatThePageCannotSee_isUnknown(State state) throws Exception {
    page.show(DESK, "light");
    nodes.state = state;

    page.await("document.getElementById('sentence').textContent.startsWith('Unknown. ')");

    assertThat(page.tab().evaluate("document.title").asText()).isEqualTo("Unknown · Goodput");
    assertThat(lines("#figures dd:not(.unit)")).startsWith("–", "–", "–");
    assertThat(page.tab().complaints()).isEmpty();
  }

  @Test
  void banner_theConsoleEndsAfterTheCluster_givesWayToThatMessage() throws Exception {
    SimulatedNodes leaving = new SimulatedNodes();
    try (Console brief =
        new Console(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), leaving.source(), null)) {
      page.tab().show(URI.create(brief.url()), DESK, "light");
      leaving.state = State.NO_ANSWER;
      page.await("document.getElementById('link').textContent.startsWith('No node answers')");
    }

    page.await("document.getElementById('link').textContent.startsWith('The console does not')");
    assertThat(page.tab().evaluate("document.getElementById('banner').checkVisibility()"))
        .isEqualTo(BooleanNode.FALSE);
  }

  @Test
  void refusals_ofNodes_countWhatIsOverALimit() throws Exception {
    nodes.rejectedShare = 0.9;
    page.show(DESK, "light");

    page.await(
        "[...document.querySelectorAll('#nodes tbody td:nth-child(5)')]"
            + ".every(cell => /^2\\d\\d$/.test(cell.textContent))");
    assertThat(lines("#nodes thead th:nth-child(5)")).containsExactly("Refused/s");
  }

  @Test
  void panels_beforeTheFirstFigures_areHidden() throws Exception {
    nodes.isSilent = true;
    page.tab().show(URI.create(console.url()), DESK, "light");
    page.await("document.getElementById('sentence').textContent.startsWith('Waiting')");

    page.await(visibilityOf("#choice button", "hidden"));

    nodes.isSilent = false;
    page.await("document.getElementById('link').textContent.startsWith('Live')");
    page.await(visibilityOf("#choice button", "visible"));
  }

  /** Scripts make the element soon after the page has been loaded. */
  private static String visibilityOf(String selector, String visibility) {
    return "[...document.querySelectorAll('%s')].some(it => getComputedStyle(it).visibility === '%s')"
        .formatted(selector, visibility);
  }

  @Test
  void partitions_onAPhone_showTheirShareAndRejections() throws Exception {
    nodes.rejectedShare = 0.9;
    page.show(PHONE, "light");

    page.await(
        "/\\d+% of reads, \\d+ rejected\\/s/.test("
            + "document.querySelector('#partitions tbody tr').innerText)");
  }

  @Test
  void tables_tooWideForAPhone_scrollWithAShadowAtTheEdge() throws Exception {
    nodes.rejectedShare = 0.9;
    page.show(PHONE, "light");
    page.await("document.querySelector('#overrides tbody tr')");

    assertThat(
            page.tab()
                .evaluate(
                    "(table => table.scrollWidth > table.clientWidth"
                        + " && getComputedStyle(table).backgroundAttachment.includes('local'))"
                        + "(document.querySelector('#overrides .scroll'))")
                .asBoolean())
        .isTrue();
  }

  @Test
  void partitions_ofTheCluster_showTheirBytesAndRequestsInFlight() throws Exception {
    page.show(DESK, "light");
    page.await("document.querySelector('#partitions tbody tr')");

    assertThat(page.text("#partitions thead")).contains("Bytes/s", "In flight");
    page.await("/[78]\\d\\d KiB/.test(document.querySelector('#partitions tbody tr').textContent)");
  }

  @Test
  void partitions_ofNodesThatDoNotTellTheirBytes_areShown() throws Exception {
    nodes.isOld = true;
    page.show(DESK, "light");

    page.await(
        "[...document.querySelectorAll('#partitions tbody tr:first-child td')]"
            + ".slice(3, 5).map(cell => cell.textContent).join() === '–,–'");
  }

  @Test
  void partition_withAnOverride_isMarked() throws Exception {
    nodes.rejectedShare = 0.9;
    page.show(DESK, "light");

    page.await("document.querySelector('#partitions tbody .override').textContent !== ''");
    assertThat(lines("#partitions tbody .override")).containsExactly("Override: 10/s", "", "");
  }

  @Test
  void fairShares_nothingHeldBack_areHidden() throws Exception {
    page.show(DESK, "light");

    page.await("document.getElementById('classes').closest('section').hidden");
  }

  @ParameterizedTest
  @CsvSource({"2020-06-15T12:00:01.5Z,2020-06-1\\d \\d\\d:\\d\\d:01", "now,\\d\\d:\\d\\d:\\d\\d"})
  void event_withATime_tellsItAsThisBrowserDoes(String time, String expected) throws Exception {
    nodes.event = "is limited until " + (time.equals("now") ? Instant.now().toString() : time);
    page.show(DESK, "light");

    page.await(
        "/ is limited until %s$/.test(document.querySelector('#events .message').textContent)"
            .formatted(expected));
  }

  @Test
  void choice_limitUnchanged_hasNoStatement() throws Exception {
    page.show(DESK, "light");
    awaitPeakRatesOfAllNodes();

    assertThat(
            page.tab()
                .evaluate("document.querySelector('#choice .statement').checkVisibility()")
                .asBoolean())
        .isFalse();
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
    assertThat(page.text("#dialog")).contains("Paste this into cqlsh 10.0.0.1 9042.");
    assertThat(page.violations()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-5", "1.5"})
  void dialog_ofAPartition_wrongRate_isNamedAndMakesNoStatement(String rate) throws Exception {
    page.show(DESK, "dark");
    page.await("document.querySelector('#partitions tbody button')");
    page.tab().evaluate("document.querySelector('#partitions tbody button').click()");

    page.tab()
        .evaluate(
            """
            const rate = document.querySelector('#dialog .fields input');
            rate.value = '%s';
            rate.dispatchEvent(new Event('input'));
            """
                .formatted(rate));

    assertThat(page.text("#dialog .problem"))
        .isEqualTo("Write a whole number from 0 to 1,000,000,000.");
    assertThat(page.text("#dialog .statement code")).isEmpty();
    assertThat(page.tab().evaluate("document.querySelector('#dialog .statement button').disabled"))
        .isEqualTo(BooleanNode.TRUE);
    assertThat(page.violations()).isEmpty();
  }

  @Test
  void views_thatNodesLack_areNamed() throws Exception {
    nodes.hasAllViews = false;
    page.show(DESK, "light");

    page.await("document.getElementById('events-note').textContent.includes('lacks the view')");
    assertThat(page.text("#overrides-note"))
        .endsWith("lacks the view goodput.overrides, or the console's user may not read it.");
    assertThat(page.text("#choice > .note")).contains("lacks the view goodput.peak_rates");
    assertThat(page.tab().complaints()).isEmpty();
  }

  @Test
  void views_thatOneNodeLacks_areNamedWithTheNode() throws Exception {
    nodes.lackingNode = 2;
    page.show(DESK, "light");

    page.await(
        "document.getElementById('partitions-note').textContent ==="
            + " 'No figures from 10.0.0.2:9042: the view goodput.top_clients is missing there.'");
    assertThat(page.text("#choice > .note"))
        .isEqualTo("No figures from 10.0.0.2:9042: the view goodput.peak_rates is missing there.");
  }

  @Test
  void use_ofALimitWhoseBusiestPartitionIsFilteredOut_isShown() throws Exception {
    page.show(DESK, "light");
    page.await("document.querySelector('#limits .bar-text')");

    page.tab()
        .evaluate(
            "(filter => { filter.value = 'nothing has this';"
                + " filter.dispatchEvent(new Event('input')); })"
                + "(document.getElementById('filter'))");
    page.await("document.getElementById('partitions-note').textContent.startsWith('None of')");

    assertThat(page.text("#limits .bar-text")).matches("7[56]%");
  }

  /** The shares follow from the peak rates of {@link SimulatedNodes}, of three nodes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 1 | 55.41 to 85.14% of the counted reads would have been rejected.",
        "100 | 64 | 0.61 to 2.24% of the counted reads would have been rejected.",
        "200 | 4096 | None of the counted reads would have been rejected.",
      })
  void slider_moved_saysWhatWouldHaveBeenRejected(int place, int limit, String effect)
      throws Exception {
    page.show(DESK, "light");
    awaitPeakRatesOfAllNodes();

    page.tab()
        .evaluate(
            "(slider => { slider.value = %d; slider.dispatchEvent(new Event('input')); })"
                    .formatted(place)
                + "(document.getElementById('choice-limit'))");

    assertThat(page.text(".effect")).isEqualTo(effect);
    assertThat(page.text("#choice .statement code"))
        .isEqualTo(
            "ALTER TABLE \"demo\".\"posts\" WITH per_partition_rate_limit ="
                + " {'max_reads_per_second': %d};".formatted(limit));
  }

  @Test
  void statement_ofATableThatOnlyObserves_keepsTheMode() throws Exception {
    nodes.mode = "observe";
    page.show(DESK, "light");
    awaitPeakRatesOfAllNodes();
    page.tab().evaluate("document.querySelector('.choice > .row > button').click()");

    assertThat(page.text("#choice .statement code"))
        .endsWith("= {'max_reads_per_second': 200, 'mode': 'observe'};");
    assertThat(page.tab().evaluate("document.getElementById('choice').innerText").asText())
        .contains("leave out 'mode' to enforce them");
  }

  /** The first frames may lack the views of a node that answers late. */
  private void awaitPeakRatesOfAllNodes() throws Exception {
    page.await("document.getElementById('figures').innerText.includes('3/3')");
    page.await("document.querySelector('.effect')?.textContent.includes('counted reads')");
  }

  @Test
  void proposal_taken_setsTheSlider() throws Exception {
    page.show(DESK, "light");
    awaitPeakRatesOfAllNodes();

    page.tab().evaluate("document.querySelector('.choice > .row > button').click()");

    assertThat(page.text(".choice > .row > p"))
        .isEqualTo(
            "Proposed: 200/s, ten times the rate that 99.9% of 4,096 partitions never exceeded"
                + " (17/s), observed for 2 h 0 min.");
    assertThat(page.text(".effect"))
        .isEqualTo("0.07 to 0.58% of the counted reads would have been rejected.");
  }

  @Test
  void proposal_withoutEnoughEvidence_saysWhatItWaitsFor() throws Exception {
    nodes.hasProposals = false;
    page.show(DESK, "light");
    awaitPeakRatesOfAllNodes();
    page.await("document.querySelector('.choice > .row > p').textContent.startsWith('No limit')");

    assertThat(page.text(".choice > .row > p"))
        .isEqualTo(
            "No limit is proposed before 1000 partitions and 600 seconds have been counted: so far"
                + " 160 partitions in 2 min 0 s.");
    assertThat(
            page.tab()
                .evaluate("document.querySelector('.choice > .row > button').hidden")
                .asBoolean())
        .isTrue();
  }

  @Test
  void serviceLevels_ofThreeNodes_addUpWhatNodesRefuse() throws Exception {
    page.show(DESK, "light");
    page.await("document.querySelector('#levels tbody tr')");

    assertThat(lines("#levels tbody tr:last-child > *"))
        .containsExactly("reports", "10", "–", "batch", "1", "21");
  }

  @Test
  void optionalPanels_nothingToShow_areHidden() throws Exception {
    nodes.keys = List.of();
    page.show(DESK, "light");
    page.await("document.getElementById('sentence').textContent === 'No trouble.'");

    page.await("document.getElementById('levels').closest('section').hidden");
  }

  @Test
  void events_ofThreeNodes_areNewestFirstAndMerged() throws Exception {
    page.show(DESK, "light");
    page.await("document.querySelector('#events .message').textContent.includes('Partition 1 ')");

    assertThat(lines("#events .message"))
        .containsExactly(
            "Partition 1 of demo.posts became hot",
            "Reads of demo.posts are limited to 1000 per partition and second",
            "The node has started",
            "The node has started",
            "The node has started");
    assertThat(lines("#events .of"))
        .containsExactly("3 nodes", "3 nodes", "10.0.0.1:9042", "10.0.0.2:9042", "10.0.0.3:9042");
    assertThat(lines("#events .kind")).startsWith("hot partition", "limit changed");
  }

  @Test
  void events_ofAnotherDay_haveTheirDate() throws Exception {
    nodes.daysAgo = 1;
    page.show(DESK, "light");

    page.await(
        "/^\\d{4}-\\d\\d-\\d\\d \\d\\d:/.test(document.querySelector('#events time').textContent)");
  }

  @Test
  @DisplayName("tells the time each second, but not to screen readers")
  void link_isNoLiveRegion() throws Exception {
    page.show(DESK, "light");

    assertThat(page.tab().evaluate("document.getElementById('link').role").isNull()).isTrue();
  }

  @Test
  void slider_aTableMoreIsCounted_keepsItsPlace() throws Exception {
    page.show(DESK, "light");
    awaitPeakRatesOfAllNodes();
    page.tab()
        .evaluate(
            "(slider => { slider.value = 100; slider.dispatchEvent(new Event('input')); })"
                + "(document.getElementById('choice-limit'))");
    String statement = page.text("#choice .statement code");

    nodes.hasOtherTable = true;
    page.await("document.querySelectorAll('#choice option').length === 2");

    assertThat(page.text("#choice .statement code")).isEqualTo(statement);
  }

  @Test
  void events_withMarkup_appearAsText() throws Exception {
    nodes.keys = List.of(NASTY);
    page.show(DESK, "light");

    page.await("document.querySelector('#events .message').textContent.includes('<script>')");
    assertThat(page.text("#events .message"))
        .isEqualTo("Partition " + NASTY + " of demo.posts became hot");
    assertThat(page.tab().evaluate("document.title").asText()).contains("Goodput");
  }

  @Test
  void pause_pressed_holdsTheFiguresWhileTheClusterChanges() throws Exception {
    page.show(DESK, "light");
    page.await("document.querySelectorAll('#partitions tbody tr').length === 3");
    page.tab().evaluate("document.getElementById('pause').click()");
    String shown = page.text("main");

    nodes.keys = List.of("7");
    awaitSamples(3);

    assertThat(page.text("#link")).startsWith("Paused at");
    assertThat(page.text("main")).isEqualTo(shown);
  }

  @Test
  void pause_consoleFallsSilentAndComesBack_saysThatItIsPaused() throws Exception {
    page.show(DESK, "light");
    page.await("document.querySelectorAll('#partitions tbody tr').length === 3");
    page.tab().evaluate("document.getElementById('pause').click()");
    nodes.isSilent = true;
    page.await("document.getElementById('link').textContent.startsWith('The console does not')");

    nodes.isSilent = false;

    page.await("document.getElementById('link').textContent.startsWith('Paused at')");
  }

  @Test
  void pause_pressedAgain_showsTheClusterAsItIs() throws Exception {
    page.show(DESK, "light");
    page.await("document.querySelectorAll('#partitions tbody tr').length === 3");
    page.tab().evaluate("document.getElementById('pause').click()");
    nodes.keys = List.of("7");
    awaitSamples(2);

    page.tab().evaluate("document.getElementById('pause').click()");

    page.await("document.querySelector('#partitions tbody code').textContent === '7'");
    page.await("document.getElementById('link').textContent.startsWith('Live')");
  }

  /** Waits until the page has received this number of frames of the nodes' present state. */
  private void awaitSamples(int number) {
    long before = nodes.rounds;
    // A sample that had begun may have the old state, and the last one may not be sent yet.
    await().atMost(Duration.ofSeconds(20)).until(() -> nodes.rounds >= before + number + 2);
  }

  private List<String> lines(String selector) throws Exception {
    JsonNode texts =
        page.tab()
            .evaluate(
                "[...document.querySelectorAll('%s')].map(found => found.textContent)"
                    .formatted(selector));
    return StreamSupport.stream(texts.spliterator(), false).map(JsonNode::asText).toList();
  }
}
