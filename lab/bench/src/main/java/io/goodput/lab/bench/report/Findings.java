package io.goodput.lab.bench.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a benchmark found, in the order in which a reader wants it.
 *
 * @param headline the finding, in one sentence
 * @param table the figures that matter
 * @param remarks sentences below the table
 * @param charts graphs, the main one first; may be empty
 * @param setting the conditions of the run
 * @param document all figures, for programs
 */
public record Findings(
    String title,
    String headline,
    Table table,
    List<String> remarks,
    List<Chart> charts,
    List<Fact> setting,
    Map<String, @Nullable Object> document) {

  /** Adds the legend for unreliable figures if the table marks any. */
  public Findings {
    boolean marked =
        table.rows().stream()
            .flatMap(List::stream)
            .anyMatch(cell -> cell.startsWith(Spread.UNRELIABLE));
    Stream<String> legend = marked ? Stream.of(Spread.LEGEND) : Stream.empty();
    remarks = Stream.concat(remarks.stream(), legend).distinct().toList();
  }

  /** The same findings with how they were made, which comes first in the setting. */
  public Findings with(List<Fact> run) {
    List<Fact> all = Stream.concat(run.stream(), setting.stream()).toList();
    return new Findings(title, headline, table, remarks, charts, all, document);
  }

  /** The headline, the table, and the remarks as plain text. */
  public String text() {
    StringBuilder text = new StringBuilder(headline).append('\n').append(table.text());
    remarks().forEach(remark -> text.append(remark).append('\n'));
    return text.toString();
  }

  /** All figures as JSON, and what a page shows under the key {@code report}. */
  public String json() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("report", shown());
    all.putAll(document);
    return Json.of(all);
  }

  /** What a page shows: text for people, and next to the rows the numbers in them. */
  private Map<String, @Nullable Object> shown() {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("headline", headline);
    shown.put("header", table.header());
    shown.put("rows", table.rows());
    shown.put("numbers", table.numbers());
    shown.put("remarks", remarks);
    shown.put("setting", setting);
    return shown;
  }

  /** What a page shows, with its charts. */
  String page() {
    Map<String, @Nullable Object> page = shown();
    page.put("title", title);
    page.put("charts", charts);
    return Json.of(page);
  }

  /** A condition of the run. */
  public record Fact(String name, String value) {

    /** The figures of a row as conditions. An object becomes one condition. */
    public static <T> List<Fact> of(List<Figure<T>> figures, T row) {
      return Json.tree(Figure.json(figures, row)).properties().stream()
          .map(figure -> new Fact(words(figure.getKey()), text(figure.getValue())))
          .toList();
    }

    private static String text(JsonNode value) {
      if (value.isObject()) {
        return value.properties().stream()
            .map(part -> words(part.getKey()) + " " + text(part.getValue()))
            .collect(Collectors.joining(", "));
      }
      return value.isArray()
          ? value.valueStream().map(Fact::text).collect(Collectors.joining(", "))
          : value.asText();
    }

    private static String words(String key) {
      return key.replace('_', ' ');
    }
  }
}
