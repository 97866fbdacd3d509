package io.goodput.cassandra.limit;

import java.util.Locale;

/** What a limit limits. */
public enum Kind {
  READS,
  WRITES;

  /** As it stands in error texts and virtual tables. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
