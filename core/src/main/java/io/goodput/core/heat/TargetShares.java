package io.goodput.core.heat;

import java.util.Arrays;

/** In which part of the reads each replica is to take part, for equal misses a second. */
final class TargetShares {

  private TargetShares() {}

  /**
   * Shares in inverse proportion to the miss ratios. A replica takes part in a read once at most:
   * what exceeds that is spread over the others, in the same proportion.
   *
   * @param missRatios of the replicas; positive
   * @param contacted replicas that take part in a read; 1 to the number of replicas
   * @return for each replica a share in (0, 1]; their sum is {@code contacted}
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
