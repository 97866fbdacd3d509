package io.goodput.core.simulation;

import java.util.Arrays;

/** Added in seconds, told in milliseconds. */
final class Latencies {

  private static final int MILLIS_PER_SECOND = 1_000;

  private double[] seconds = new double[1 << 16];
  private int count;

  void add(double latency) {
    if (count == seconds.length) {
      seconds = Arrays.copyOf(seconds, 2 * count);
    }
    seconds[count++] = latency;
  }

  double mean() {
    return Arrays.stream(seconds, 0, count).average().orElse(Double.NaN) * MILLIS_PER_SECOND;
  }

  double percentile(int percent) {
    double[] sorted = Arrays.copyOf(seconds, count);
    Arrays.sort(sorted);
    return sorted[(int) ((long) count * percent / 100)] * MILLIS_PER_SECOND;
  }
}
