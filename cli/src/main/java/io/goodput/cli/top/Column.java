package io.goodput.cli.top;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A column of a table.
 *
 * @param <T> a row of the table
 * @param width minimum width, so that refreshes rarely move the column; negative to align left
 * @param text cell of a row
 */
record Column<T>(String title, int width, Function<? super T, String> text) {

  /** The rows with a header, each line ended. */
  static <T> String table(List<Column<T>> columns, List<T> rows) {
    List<Column<T>> fitting = columns.stream().map(column -> column.fitting(rows)).toList();
    Stream<String> header = Stream.of(line(fitting, Column::title));
    Stream<String> lines =
        rows.stream().map(row -> line(fitting, column -> column.text.apply(row)));
    return Stream.concat(header, lines).collect(Collectors.joining());
  }

  private Column<T> fitting(List<T> rows) {
    int longest =
        Stream.concat(Stream.of(title), rows.stream().map(text))
            .mapToInt(String::length)
            .reduce(Math.abs(width), Math::max);
    return new Column<>(title, width < 0 ? -longest : longest, text);
  }

  private static <T> String line(List<Column<T>> columns, Function<Column<T>, String> cell) {
    return columns.stream()
            .map(column -> ("%" + column.width + "s").formatted(cell.apply(column)))
            .collect(Collectors.joining("  "))
            .stripTrailing()
        + "\n";
  }
}
