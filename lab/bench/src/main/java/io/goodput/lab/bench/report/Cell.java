package io.goodput.lab.bench.report;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A cell of a table.
 *
 * @param text what people read
 * @param number what the text shows, for programs: a number or a {@link Spread} with the same
 *     decimals; null if the text is none
 */
record Cell(String text, @Nullable Object number) {

  /** A number or a spread with some decimals, or anything else as text. */
  static Cell of(@Nullable Object value, int decimals) {
    if (value instanceof Spread spread) {
      return new Cell(spread.text(decimals), spread.isComplete() ? spread.rounded(decimals) : null);
    }
    if (value instanceof Double number) {
      return new Cell(Text.number(number, decimals), Json.rounded(number, decimals));
    }
    return new Cell(Objects.toString(value, ""), value instanceof Number ? value : null);
  }
}
