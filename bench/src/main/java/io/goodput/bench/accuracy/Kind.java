package io.goodput.bench.accuracy;

import java.util.Locale;

/** What is asked of a partition. */
public enum Kind {
  READS,
  WRITES;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
