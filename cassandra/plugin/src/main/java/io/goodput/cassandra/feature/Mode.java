package io.goodput.cassandra.feature;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Whether a feature acts while requests wait. */
public enum Mode {
  /** It neither measures nor acts. */
  OFF,
  /** It counts what it would do, and does nothing. */
  OBSERVE,
  /** It acts. */
  ON;

  /**
   * The mode of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Mode named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** All names. */
  public static List<String> names() {
    return Arrays.stream(values()).map(Mode::toString).toList();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
