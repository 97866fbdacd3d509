package io.goodput.lab.bench.report;

import io.goodput.lab.bench.report.Chart.Line;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Findings as one HTML file without dependencies: it contains the library that draws the graphs,
 * and its content security policy forbids the browser to load anything.
 */
public final class Page {

  private static final String LIBRARY =
      "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

  private Page() {}

  /** The page of a benchmark: the finding first, then the figures, then the setting. */
  public static String of(Findings findings) {
    List<Chart> charts = findings.charts();
    return resource("page.html")
        .replace("{{title}}", escaped(findings.title()))
        .replace("{{headline}}", escaped(findings.headline()))
        .replace("{{chart}}", figures(charts.stream().limit(1)))
        .replace("{{table}}", table(findings.table()))
        .replace("{{remarks}}", remarks(findings))
        .replace("{{charts}}", figures(charts.stream().skip(1)))
        .replace("{{setting}}", facts(findings.setting()))
        .replace("{{library}}", withinScript(resource(LIBRARY)))
        .replace("{{script}}", resource("charts.js"))
        .replace("{{data}}", withinScript(Json.of(charts)));
  }

  private static String facts(List<Findings.Fact> facts) {
    return facts.stream()
        .map(
            fact ->
                "<div><dt>%s</dt><dd>%s</dd></div>"
                    .formatted(escaped(fact.name()), escaped(fact.value())))
        .collect(Collectors.joining("\n"));
  }

  private static String remarks(Findings findings) {
    return findings.remarks().stream()
        .map(remark -> "<p>%s</p>".formatted(escaped(remark)))
        .collect(Collectors.joining("\n"));
  }

  /** Cells carry the name of their column, which narrow screens show beside the value. */
  private static String table(Table table) {
    return "<table><thead>"
        + row("th", table.header(), table.header())
        + "</thead><tbody>"
        + table.rows().stream()
            .map(cells -> row("td", table.header(), cells))
            .collect(Collectors.joining())
        + "</tbody></table>";
  }

  private static String row(String tag, List<String> header, List<String> cells) {
    StringBuilder row = new StringBuilder("<tr>");
    for (int column = 0; column < cells.size(); column++) {
      row.append(
          "<%s data-column=\"%s\">%s</%1$s>"
              .formatted(tag, escaped(header.get(column)), escaped(cells.get(column))));
    }
    return row.append("</tr>\n").toString();
  }

  private static String figures(Stream<Chart> charts) {
    return charts
        .map(
            chart ->
                """
                <figure>
                <h2>%s</h2>
                <div class="canvas"><canvas role="img" aria-label="%s"></canvas></div>
                <figcaption>%s%s</figcaption>
                </figure>
                """
                    .formatted(
                        escaped(chart.title()),
                        escaped(described(chart)),
                        escaped(chart.howToRead()),
                        chart.y().logarithmic()
                            ? " Equal distances on the y axis are equal factors."
                            : ""))
        .collect(Collectors.joining());
  }

  private static String described(Chart chart) {
    return "%s: %s over %s; %s"
        .formatted(
            chart.title(),
            chart.y().title(),
            chart.x().title(),
            chart.lines().stream().map(Line::name).collect(Collectors.joining(", ")));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A browser looks only for the end tag inside a script element. */
  private static String withinScript(String script) {
    return script.replace("</", "<\\/").replace("<!--", "<\\!--");
  }

  private static String resource(String name) {
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
