package io.goodput.lab.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table of text. Every row has as many cells as the header; the first cell names the row. */
public record Table(List<String> header, List<List<String>> rows) {

  /** A column for each figure that has a title, a line for each row. */
  public static <T> Table of(List<Figure<T>> figures, List<? extends T> rows) {
    List<Figure<T>> shown = shown(figures);
    return new Table(
        shown.stream().map(Figure::title).toList(),
        rows.stream()
            .map(row -> shown.stream().map(figure -> figure.text().apply(row)).toList())
            .toList());
  }

  /** A line for each figure that has a title, a column for each arm. */
  public static <T> Table byArm(List<Figure<T>> figures, Map<String, ? extends T> arms) {
    return new Table(
        Stream.concat(Stream.of(""), arms.keySet().stream()).toList(),
        shown(figures).stream()
            .map(
                figure ->
                    Stream.concat(
                            Stream.of(figure.title()),
                            arms.values().stream().map(arm -> figure.text().apply(arm)))
                        .toList())
            .toList());
  }

  private static <T> List<Figure<T>> shown(List<Figure<T>> figures) {
    return figures.stream().filter(figure -> !figure.title().isEmpty()).toList();
  }

  /** In plain text, columns aligned, each line ended. */
  public String text() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(header);
    lines.addAll(rows);
    int[] widths =
        IntStream.range(0, header.size())
            .map(
                column ->
                    lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0))
            .toArray();
    StringBuilder text = new StringBuilder();
    for (List<String> line : lines) {
      StringBuilder cells = new StringBuilder();
      for (int column = 0; column < widths.length; column++) {
        String pad = " ".repeat(widths[column] - line.get(column).length());
        cells.append(column == 0 ? line.get(column) + pad : "  " + pad + line.get(column));
      }
      text.append(cells.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
