package io.goodput.core.pacing;

import java.util.Arrays;

/** The rates of the last flushes, in bytes a second. Not thread-safe. */
public final class FlushRates {

  private final double[] rates;
  private int next;
  private int known;

  /**
   * Of so many flushes.
   *
   * @param window 1 or more
   */
  public FlushRates(int window) {
    rates = new double[window];
    Arrays.fill(rates, Double.POSITIVE_INFINITY);
  }

  /** One more flush, in bytes a second. */
  public void add(double rate) {
    rates[next] = rate;
    next = (next + 1) % rates.length;
    known = Math.min(known + 1, rates.length);
  }

  /** The least of them; infinite before the first. */
  public double least() {
    double least = Double.POSITIVE_INFINITY;
    for (double rate : rates) {
      least = Math.min(least, rate);
    }
    return least;
  }

  /** Their mean; infinite before the first. */
  public double mean() {
    double sum = 0;
    for (int i = 0; i < known; i++) {
      sum += rates[i];
    }
    return known == 0 ? Double.POSITIVE_INFINITY : sum / known;
  }
}
