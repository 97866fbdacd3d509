package io.goodput.lab.simulation;

import java.util.Arrays;

/**
 * The latencies of a simulation: recorded in seconds, reported in milliseconds. Not thread-safe.
 */
public final class Latencies {

  private static final int MILLIS_PER_SECOND = 1_000;

  private double[] seconds = new double[1 << 10];
  private int count;

  /** Records a latency, in seconds. */
  public void add(double latency) {
    if (count == seconds.length) {
      seconds = Arrays.copyOf(seconds, 2 * count);
    }
    seconds[count++] = latency;
  }

  /** Records all latencies of another object. */
  public void addAll(Latencies others) {
    for (int i = 0; i < others.count; i++) {
      add(others.seconds[i]);
    }
  }

  /** The mean in milliseconds; NaN if nothing was recorded. */
  public double mean() {
    return Arrays.stream(seconds, 0, count).average().orElse(Double.NaN) * MILLIS_PER_SECOND;
  }

  /**
   * A percentile in milliseconds. At least one latency must have been recorded.
   *
   * @param percent 0 to 99
   */
  public double percentile(int percent) {
    double[] sorted = Arrays.copyOf(seconds, count);
    Arrays.sort(sorted);
    return sorted[(int) ((long) count * percent / 100)] * MILLIS_PER_SECOND;
  }
}
