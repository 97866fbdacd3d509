package io.goodput.core.pacing;

import java.util.Arrays;

/** The rates of the most recent flushes, in bytes per second. Not thread-safe. */
public final class FlushRates {

  private final double[] rates;
  private int next;
  private int known;

  /**
   * Remembers no rate yet.
   *
   * @param window how many flushes to remember, 1 or more
   */
  public FlushRates(int window) {
    rates = new double[window];
    Arrays.fill(rates, Double.POSITIVE_INFINITY);
  }

  /** Adds the rate of a flush, in bytes per second. */
  public void add(double rate) {
    rates[next] = rate;
    next = (next + 1) % rates.length;
    known = Math.min(known + 1, rates.length);
  }

  /** The lowest of the rates; infinite before the first. */
  public double least() {
    double least = Double.POSITIVE_INFINITY;
    for (double rate : rates) {
      least = Math.min(least, rate);
    }
    return least;
  }

  /** The mean of the rates; infinite before the first. */
  public double mean() {
    double sum = 0;
    for (int i = 0; i < known; i++) {
      sum += rates[i];
    }
    return known == 0 ? Double.POSITIVE_INFINITY : sum / known;
  }
}
