package io.goodput.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a benchmark found, in the order in which a reader wants it.
 *
 * @param title name of the benchmark, for people
 * @param headline the finding, in one sentence
 * @param table the figures that matter
 * @param remarks sentences beside the table
 * @param charts graphs, the main one first
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

  /** Copies the lists. Adds the legend for unreliable figures if the table marks any. */
  public Findings {
    remarks = withLegend(remarks, table);
    charts = List.copyOf(charts);
    setting = List.copyOf(setting);
  }

  private static List<String> withLegend(List<String> remarks, Table table) {
    boolean needed =
        !remarks.contains(Spread.LEGEND)
            && table.rows().stream()
                .flatMap(List::stream)
                .anyMatch(cell -> cell.startsWith(Spread.UNRELIABLE));
    return needed
        ? Stream.concat(remarks.stream(), Stream.of(Spread.LEGEND)).toList()
        : List.copyOf(remarks);
  }

  /** The same findings with more conditions, which come first. */
  public Findings with(List<Fact> more) {
    List<Fact> all = new ArrayList<>(more);
    all.addAll(setting);
    return new Findings(title, headline, table, remarks, charts, all, document);
  }

  /** The headline, the table, and the remarks as plain text. */
  public String text() {
    StringBuilder text = new StringBuilder(headline).append('\n').append(table.text());
    remarks().forEach(remark -> text.append(remark).append('\n'));
    return text.toString();
  }

  /** The document with what a page shows beside it, under the key {@code report}. */
  public Map<String, @Nullable Object> withReport() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("report", new Shown(headline, table.header(), table.rows(), remarks, setting));
    all.putAll(document);
    return all;
  }

  private record Shown(
      String headline,
      List<String> header,
      List<List<String>> rows,
      List<String> remarks,
      List<Fact> setting) {}

  /** A condition of the run. */
  public record Fact(String name, String value) {}
}
