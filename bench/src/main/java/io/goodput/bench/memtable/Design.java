package io.goodput.bench.memtable;

import java.util.Locale;

/** What a node does when its memtables fill up. */
enum Design {
  /** As Apache ships it. */
  STOCK,
  /** With Goodput as it comes, which drops late requests. */
  UNPACED,
  /** With Goodput, and {@code pace_writes}. */
  PACED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
