package io.goodput.lab.bench.report;

import java.util.Locale;

/** Numbers as text, the same in every locale. */
public final class Text {

  private Text() {}

  /** Formats like {@link String#format}, in the root locale. */
  public static String of(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  /** A number with some decimals, or a dash if it is not finite. */
  public static String number(double value, int decimals) {
    return Double.isFinite(value) ? of("%." + decimals + "f", value) : "-";
  }

  /** The name of a constant in the JSON document, in snake_case. */
  public static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
