package io.goodput.cassandra.fair;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a node does about requests above their fair share while others wait. */
public enum FairSharesMode {
  /** It does not look at them. */
  OFF,
  /** It counts the requests that it would refuse, and serves them. */
  OBSERVE,
  /** It refuses them. */
  ON;

  /**
   * The mode of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static FairSharesMode named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** All names. */
  public static List<String> names() {
    return Arrays.stream(values()).map(FairSharesMode::toString).toList();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
