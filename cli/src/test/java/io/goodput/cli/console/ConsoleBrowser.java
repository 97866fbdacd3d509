package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** A real browser that shows a console. For one thread. */
public final class ConsoleBrowser implements AutoCloseable {

  /** Width of a phone's screen, in pixels. */
  public static final int PHONE = 390;

  /** Width of a large screen, in pixels. */
  public static final int DESK = 1280;

  private static final long PATIENCE_MILLIS = 30_000;

  private final Browser browser;
  private final URI page;

  private ConsoleBrowser(Browser browser, URI page) {
    this.browser = browser;
    this.page = page;
  }

  /** Starts the browser, or skips the test. */
  public static ConsoleBrowser start(String url, Path folder) throws Exception {
    Optional<Path> chromium = Chromium.find();
    assumeTrue(chromium.isPresent(), Chromium.WHAT_TO_INSTALL);
    Path profile = Files.createTempDirectory(folder, "profile");
    return new ConsoleBrowser(Browser.start(chromium.orElseThrow(), profile), URI.create(url));
  }

  /** Shows the page until it is live. */
  public void show(int width, String scheme) throws Exception {
    browser.show(page, width, scheme);
    await("document.getElementById('link').textContent.startsWith('Live')");
  }

  public Browser tab() {
    return browser;
  }

  /** Waits until an expression is true, which is looked at after each change of the page. */
  public void await(String condition) throws Exception {
    String promise =
        """
        new Promise(done => {
          const begin = Date.now();
          const look = () => {
            let holds = false;
            try { holds = Boolean(%s); } catch (problem) { holds = false; }
            if (holds) done('');
            else if (Date.now() - begin > %d) done(document.body.innerText);
            else setTimeout(look, 50);
          };
          look();
        })"""
            .formatted(condition, PATIENCE_MILLIS);

    assertThat(browser.evaluate(promise).asText())
        .as("%s; complaints: %s", condition, browser.complaints())
        .isEmpty();
  }

  public String text(String selector) throws Exception {
    return browser.evaluate("document.querySelector('" + selector + "').textContent").asText();
  }

  /** Rules of accessibility that the page breaks, and where. */
  List<String> violations() throws Exception {
    Optional<Path> axe = Npm.file("axe-core", "4.11.0", "axe.min.js");
    assumeTrue(axe.isPresent(), "no axe-core: install node and npm, which fetch it");
    browser.evaluate(Files.readString(axe.orElseThrow()) + "; true");
    JsonNode violations =
        browser.evaluate(
            "axe.run().then(result => result.violations.map(violation => violation.id + ': '"
                + " + violation.nodes.map(node => node.html + ' ' + node.failureSummary)"
                + ".join(', ')))");
    assertThat(violations.isArray()).isTrue();
    return StreamSupport.stream(violations.spliterator(), false).map(JsonNode::asText).toList();
  }

  @Override
  public void close() {
    browser.close();
  }
}
