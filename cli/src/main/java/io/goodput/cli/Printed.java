package io.goodput.cli;

import com.datastax.oss.driver.api.core.cql.Row;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Objects;
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
