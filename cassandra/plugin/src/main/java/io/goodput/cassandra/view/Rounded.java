package io.goodput.cassandra.view;

import org.jspecify.annotations.Nullable;

/** Rounds figures for people. */
public final class Rounded {

  private Rounded() {}

  /** A rate, to one decimal. */
  public static double tenths(double rate) {
    return Math.round(rate * 10) / 10.0;
  }

  /** A part, to two decimals. */
  public static double hundredths(double part) {
    return Math.round(part * 100) / 100.0;
  }

  /** A ratio, to three decimals; null if it is not a number. */
  public static @Nullable Double thousandths(double ratio) {
    return Double.isFinite(ratio) ? Math.round(ratio * 1_000) / 1_000.0 : null;
  }
}
