package io.goodput.bench.memtable;

import java.util.Locale;

/** A node without Goodput, with its defaults, and with {@code pace_writes}. */
enum Arm {
  STOCK,
  UNPACED,
  PACED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
