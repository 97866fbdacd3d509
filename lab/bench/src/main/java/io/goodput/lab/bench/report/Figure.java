package io.goodput.lab.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a benchmark, declared once. The JSON document and the table follow from the
 * declaration.
 *
 * @param <T> what the figure is computed from, a row of the table
 * @param key name in the JSON document, in snake_case; empty if the figure is not in it
 * @param json value for the JSON document; null leaves the key out
 * @param title name of the column with its unit; empty if the figure is not in the table
 * @param shown what the table shows: a number, a {@link Spread}, or text
 * @param decimals of numbers in the table
 */
public record Figure<T>(
    String key,
    Function<? super T, ? extends @Nullable Object> json,
    String title,
    Function<? super T, ? extends @Nullable Object> shown,
    int decimals) {

  /** A value that needs no rounding: text, a count, a list, a map. */
  public static <T> Figure<T> of(
      String key, Function<? super T, ? extends @Nullable Object> value) {
    return new Figure<>(key, value, "", value, 0);
  }

  /**
   * A number, or the spread of several rounds, rounded to some decimals in the document and in the
   * table. The document leaves out what is not finite.
   */
  public static <T> Figure<T> number(
      String key, int decimals, Function<? super T, ? extends Object> value) {
    Function<T, Object> exact =
        row -> {
          Object figure = value.apply(row);
          return figure instanceof Number number ? number.doubleValue() : figure;
        };
    return new Figure<>(
        key, row -> Cell.of(exact.apply(row), decimals).number, "", exact, decimals);
  }

  /** The median of several rounds in the document, the spread in the table. */
  public static <T> Figure<T> median(String key, int decimals, Function<? super T, Spread> value) {
    return new Figure<>(
        key, row -> Json.rounded(value.apply(row).median(), decimals), "", value, decimals);
  }

  /** An object with figures of its own. */
  public static <T, U> Figure<T> group(
      String key, Function<? super T, ? extends @Nullable U> part, List<Figure<U>> figures) {
    return of(
        key,
        row -> {
          U inner = part.apply(row);
          return inner == null ? null : json(figures, inner);
        });
  }

  /** A column of the table with text, and nothing in the document. */
  public static <T> Figure<T> column(String title, Function<? super T, String> text) {
    return Figure.<T>of("", text).as(title);
  }

  /** A column of the table with a number or a spread, and nothing in the document. */
  public static <T> Figure<T> column(
      String title, int decimals, Function<? super T, ? extends Object> value) {
    return Figure.<T>number("", decimals, value).as(title);
  }

  /** A ratio as a spread. The column has two decimals. */
  public static <T> Figure<T> ratio(
      String key, String column, int decimals, Function<? super T, Spread> value) {
    return Figure.<T>number(key, decimals, value).as(column, 2);
  }

  /** This figure as a column of the table, with the decimals of the document. */
  public Figure<T> as(String column) {
    return as(column, decimals);
  }

  /** This figure as a column of the table, with other decimals. */
  public Figure<T> as(String column, int columnDecimals) {
    return new Figure<>(key, json, column, shown, columnDecimals);
  }

  /** This figure as a column of the table that shows it in another unit. */
  public Figure<T> as(String column, int columnDecimals, ToDoubleFunction<? super T> value) {
    return new Figure<>(key, json, column, value::applyAsDouble, columnDecimals);
  }

  /** This figure as a column of the table that shows it as text. */
  public Figure<T> as(String column, Function<? super T, String> text) {
    return new Figure<>(key, json, column, text, 0);
  }

  /** This figure as one of a larger row that contains the row. */
  public <U> Figure<U> in(Function<? super U, ? extends T> part) {
    return new Figure<>(
        key,
        row -> json.apply(part.apply(row)),
        title,
        row -> shown.apply(part.apply(row)),
        decimals);
  }

  /**
   * A cell of a table.
   *
   * @param text what people read
   * @param number what the text shows, for programs: a number or a {@link Spread} with the same
   *     decimals; null if the text is none
   */
  record Cell(String text, @Nullable Object number) {

    private static Cell of(@Nullable Object value, int decimals) {
      if (value instanceof Spread spread) {
        return new Cell(
            spread.text(decimals), spread.isComplete() ? spread.rounded(decimals) : null);
      }
      if (value instanceof Double number) {
        return new Cell(Text.number(number, decimals), Json.rounded(number, decimals));
      }
      return new Cell(Objects.toString(value, ""), value instanceof Number ? value : null);
    }
  }

  Cell cell(T row) {
    return Cell.of(shown.apply(row), decimals);
  }

  /** The figures of a row as a JSON object, in the order of their declaration. */
  public static <T> Map<String, @Nullable Object> json(List<Figure<T>> figures, T row) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (Figure<T> figure : figures) {
      if (!figure.key().isEmpty()) {
        object.put(figure.key(), figure.json().apply(row));
      }
    }
    return object;
  }

  /** The figures of several rows as a JSON array. */
  public static <T> List<Map<String, @Nullable Object>> json(
      List<Figure<T>> figures, List<? extends T> rows) {
    return rows.stream().map(row -> json(figures, (T) row)).toList();
  }

  /** The columns of a row in one line, such as {@code offered/s 50, p99 ms 12}. */
  public static <T> String line(List<Figure<T>> figures, T row) {
    return figures.stream()
        .filter(figure -> !figure.title().isEmpty())
        .map(figure -> figure.title() + " " + figure.cell(row).text())
        .collect(Collectors.joining(", "));
  }
}
