package io.goodput.lab.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Findings as one HTML file without dependencies: it contains the library that draws the charts and
 * the findings as JSON, and its content security policy forbids the browser to load anything.
 */
public final class Page {

  private static final String LIBRARY = "/META-INF/resources/webjars/uplot/1.6.30/dist/uPlot.";

  private Page() {}

  /** The page of a benchmark. */
  public static String of(Findings findings) {
    return resource("page.html")
        .replace("{{style}}", resource(LIBRARY + "min.css"))
        .replace("{{library}}", withinScript(resource(LIBRARY + "iife.min.js")))
        .replace("{{script}}", resource("page.js"))
        .replace("{{findings}}", withinScript(findings.page()));
  }

  /** A browser looks only for the end tag inside a script element. */
  private static String withinScript(String script) {
    return script.replace("</", "<\\/").replace("<!--", "<\\!--");
  }

  /** A text file from the class path. */
  static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
