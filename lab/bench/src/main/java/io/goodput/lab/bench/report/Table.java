package io.goodput.lab.bench.report;

import io.goodput.cli.Printed;
import io.goodput.lab.bench.report.Figure.Cell;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table. Every row has as many cells as the header; the first cell names the row.
 *
 * @param rows as text
 * @param numbers what the text of each cell shows, for programs; null where it is no number
 */
public record Table(
    List<String> header, List<List<String>> rows, List<List<@Nullable Object>> numbers) {

  /** A column for each figure that has a title, a line for each row. */
  public static <T> Table of(List<Figure<T>> figures, List<? extends T> rows) {
    List<Figure<T>> shown = shown(figures);
    return ofCells(
        shown.stream().map(Figure::title).toList(),
        rows.stream().map(row -> shown.stream().map(figure -> figure.cell(row)).toList()).toList());
  }

  /** A line for each figure that has a title, a column for each arm. */
  public static <T> Table byArm(List<Figure<T>> figures, Map<String, ? extends T> arms) {
    return ofCells(
        Stream.concat(Stream.of(""), arms.keySet().stream()).toList(),
        shown(figures).stream()
            .map(
                figure ->
                    Stream.concat(
                            Stream.of(new Cell(figure.title(), null)),
                            arms.values().stream().map(arm -> figure.cell(arm)))
                        .toList())
            .toList());
  }

  private static Table ofCells(List<String> header, List<List<Cell>> rows) {
    return new Table(
        header,
        rows.stream().map(row -> row.stream().map(Cell::text).toList()).toList(),
        rows.stream()
            .map(row -> row.stream().<@Nullable Object>map(Cell::number).toList())
            .toList());
  }

  private static <T> List<Figure<T>> shown(List<Figure<T>> figures) {
    return figures.stream().filter(figure -> !figure.title().isEmpty()).toList();
  }

  /** In plain text, columns aligned, each line ended. */
  public String text() {
    return Printed.table(Stream.concat(Stream.of(header), rows.stream()).toList());
  }
}
