package io.goodput.core.heat;

import java.util.Arrays;

/** The share of the reads in which each replica takes part, for equal misses per second. */
final class TargetShares {

  private TargetShares() {}

  /**
   * Works out shares in inverse proportion to the miss ratios. A replica takes part in a read at
   * most once: any excess is spread over the others, in the same proportion.
   *
   * @param missRatios miss ratios of the replicas; positive
   * @param contacted how many replicas take part in a read; 1 to the number of replicas
   * @return a share in (0, 1] for each replica; their sum is {@code contacted}
   */
  static double[] of(double[] missRatios, int contacted) {
    int replicas = missRatios.length;
    double[] shares = new double[replicas];
    if (contacted == replicas) {
      Arrays.fill(shares, 1);
      return shares;
    }
    int full = 0;
    boolean settled = false;
    while (!settled) {
      settled = true;
      double weights = 0;
      for (int i = 0; i < replicas; i++) {
        weights += shares[i] == 1 ? 0 : 1 / missRatios[i];
      }
      int rest = contacted - full;
      for (int i = 0; i < replicas; i++) {
        if (shares[i] != 1) {
          shares[i] = rest / missRatios[i] / weights;
          if (shares[i] >= 1) {
            shares[i] = 1;
            full++;
            settled = false;
          }
        }
      }
    }
    return shares;
  }
}
