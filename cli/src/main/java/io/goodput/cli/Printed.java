package io.goodput.cli;

import com.datastax.oss.driver.api.core.cql.Row;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Texts for people and programs. */
public final class Printed {

  private static final int LONGEST = 120;
  private static final Pattern PASSWORD =
      Pattern.compile("(password=)[^&]*", Pattern.CASE_INSENSITIVE);
  private static final ObjectMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private Printed() {}

  /** A value as JSON on one line. The keys of records are in snake case, also those of nulls. */
  public static String json(Object value) {
    return JSON.valueToTree(value).toString();
  }

  /** Replaces everything between {@code password=} and the next ampersand, or the end. */
  public static String masked(@Nullable String text) {
    return PASSWORD.matcher(String.valueOf(text)).replaceAll("$1***");
  }

  /** The text in a column of a row, or an empty one. */
  public static String text(Row row, String column) {
    return Objects.requireNonNullElse(row.getString(column), "");
  }

  /**
   * Lines of a table, each ended: the first column to the left, the others to the right.
   *
   * @param lines with as many cells each
   * @param leastWidths of the columns; columns beyond these have none
   */
  public static String table(List<List<String>> lines, int... leastWidths) {
    int[] widths = Arrays.copyOf(leastWidths, lines.get(0).size());
    for (List<String> line : lines) {
      Arrays.setAll(widths, column -> Math.max(widths[column], line.get(column).length()));
    }
    StringBuilder table = new StringBuilder();
    for (List<String> line : lines) {
      StringJoiner row = new StringJoiner("  ");
      for (int column = 0; column < widths.length; column++) {
        String width = (column == 0 ? "-" : "") + Math.max(1, widths[column]);
        row.add(("%" + width + "s").formatted(line.get(column)));
      }
      table.append(row.toString().stripTrailing()).append('\n');
    }
    return table.toString();
  }

  /** A text without control characters, which a terminal would obey. */
  public static String of(String text) {
    return text.replaceAll("\\p{Cc}", "\uFFFD");
  }

  /** The same, cut if it is longer than a line. */
  public static String inALine(String text) {
    String printed = of(text);
    return printed.codePointCount(0, printed.length()) <= LONGEST
        ? printed
        : printed.substring(0, printed.offsetByCodePoints(0, LONGEST - 1)) + "…";
  }
}
