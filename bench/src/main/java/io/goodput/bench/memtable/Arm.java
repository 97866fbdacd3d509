package io.goodput.bench.memtable;

import java.util.Locale;

/** A kind of node. */
enum Arm {
  /** Without Goodput. */
  STOCK,
  /** With Goodput's defaults: late requests are dropped. */
  UNPACED,
  /** With Goodput and {@code pace_writes}. */
  PACED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
