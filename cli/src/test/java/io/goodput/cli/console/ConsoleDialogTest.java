package io.goodput.cli.console;

import static io.goodput.cli.console.ConsoleBrowser.DESK;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName(
    "The dialogs of a console that allows changes, in a real browser over simulated nodes,")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleDialogTest {

  private final SimulatedNodes nodes = new SimulatedNodes();
  private final List<String> changes = new CopyOnWriteArrayList<>();
  private final Console console =
      new Console(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          nodes.source(),
          new Changes(
              (partition, reads, writes, seconds) -> {
                changes.add("%s %s %d".formatted(partition.partitionKey(), reads, seconds));
                return List.of();
              },
              partition -> {
                changes.add("remove " + partition.partitionKey());
                return List.of();
              }));
  private final ConsoleBrowser page;

  ConsoleDialogTest(@TempDir Path folder) throws Exception {
    page = ConsoleBrowser.start(console.url(), folder);
  }

  @BeforeEach
  void calm() {
    nodes.rejectedShare = 0;
    changes.clear();
  }

  @AfterAll
  void close() {
    page.close();
    console.close();
  }

  @Test
  void rate_thatIsNoNumber_cannotBeRun() throws Exception {
    askToLimit();

    write("");

    assertThat(isDisabled()).isTrue();
  }

  @Test
  @DisplayName("offer no statement to paste whose key a terminal would obey")
  void statement_ofAKeyWithControlCharacters_cannotBeCopied() throws Exception {
    nodes.keys = List.of("'a\u001b]0;b'");
    try {
      askToLimit();

      assertThat(
              page.tab()
                  .evaluate("document.querySelector('#dialog .statement button').hidden")
                  .asBoolean())
          .isTrue();
      assertThat(page.text("#dialog .statement [role=status]"))
          .isEqualTo("The key has control characters: do not paste this into a terminal.");
    } finally {
      nodes.keys = List.of("1", "2", "3");
    }
  }

  @Test
  void clients_haveTheirApplicationsAndDrivers() throws Exception {
    page.show(DESK, "light");
    page.await("document.querySelector('#partitions tbody tr').innerText.includes('role app')");
    page.tab().evaluate("document.querySelector('#partitions tbody button').click()");

    assertThat(page.text("#dialog .clients li"))
        .matches("role app · from 10\\.0\\.7\\.\\d · shop · DataStax Java driver 4\\.19: 240/s.*");
  }

  @Test
  void rate_putRight_isNoErrorAnyMore() throws Exception {
    askToLimit();
    write("");

    write("40");

    assertThat(page.text("#dialog .problem")).isEmpty();
    assertThat(page.text("#dialog .statement code")).contains("max_reads_per_second = 40");
    assertThat(isDisabled()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"40,Limited.", "0,Denied."})
  void rate_run_setsItAndSaysWhatItDoes(String rate, String result) throws Exception {
    askToLimit();
    write(rate);

    run();

    awaitResult(result);
    assertThat(changes).containsExactly("1 " + rate + " 600");
  }

  @Test
  void limit_run_leavesOnlyTheResultAndClose() throws Exception {
    askToLimit();

    run();

    awaitResult("Limited.");
    assertThat(visibleButtons()).isEqualTo("Close");
    assertThat(page.tab().evaluate("document.getElementById('dialog').innerText").asText())
        .doesNotContain("cqlsh");
    assertThat(page.tab().evaluate("document.activeElement.textContent").asText())
        .isEqualTo("Close");
  }

  @Test
  void removal_run_leavesOnlyTheResultAndClose() throws Exception {
    nodes.rejectedShare = 0.9;
    page.show(DESK, "light");
    page.await("document.querySelector('#overrides tbody button')");
    page.tab().evaluate("document.querySelector('#overrides tbody button').click()");
    assertThat(page.text("#dialog")).contains("demo.posts");
    assertThat(page.text("#dialog .whole-key")).isEqualTo("1");

    run();

    awaitResult("Removed.");
    assertThat(visibleButtons()).isEqualTo("Close");
    assertThat(changes).containsExactly("remove 1");
  }

  @Test
  void proposal_saysWhereItComesFrom() throws Exception {
    askToLimit();

    String proposed = page.tab().evaluate("document.querySelector('#dialog input').value").asText();

    assertThat(page.text("#dialog")).contains(proposed + " is about a tenth of its present rate.");
  }

  private void askToLimit() throws Exception {
    page.show(DESK, "light");
    page.await("document.querySelector('#partitions tbody button')");
    page.tab().evaluate("document.querySelector('#partitions tbody button').click()");
  }

  private void write(String rate) throws Exception {
    page.tab()
        .evaluate(
            "(input => { input.value = '%s'; input.dispatchEvent(new Event('input')); })"
                    .formatted(rate)
                + "(document.querySelector('#dialog input'))");
  }

  private void run() throws Exception {
    page.tab().evaluate("document.querySelector('#dialog .primary').click()");
  }

  private void awaitResult(String result) throws Exception {
    page.await(
        "document.querySelector('#dialog > [role=status]').textContent === '%s'".formatted(result));
  }

  private String visibleButtons() throws Exception {
    return page.tab()
        .evaluate(
            "[...document.querySelectorAll('#dialog button')]"
                + ".filter(button => button.checkVisibility())"
                + ".map(button => button.textContent).join()")
        .asText();
  }

  private boolean isDisabled() throws Exception {
    return page.tab().evaluate("document.querySelector('#dialog .primary').disabled").asBoolean();
  }
}
