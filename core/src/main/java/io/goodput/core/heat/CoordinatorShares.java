package io.goodput.core.heat;

import java.util.Arrays;

/** The share of each replica in the reads that replicas coordinate. */
final class CoordinatorShares {

  private CoordinatorShares() {}

  /**
   * Divides rates by their sum.
   *
   * @param rates reads per second that each replica coordinates; anything but a positive, finite
   *     number counts as 0
   * @return shares whose sum is 1; equal shares if there are no reads
   */
  static double[] of(double[] rates) {
    double[] shares = new double[rates.length];
    double greatest = 0;
    for (int i = 0; i < rates.length; i++) {
      shares[i] = rates[i] > 0 && rates[i] < Double.POSITIVE_INFINITY ? rates[i] : 0;
      greatest = Math.max(greatest, shares[i]);
    }
    if (greatest == 0) {
      Arrays.fill(shares, 1.0 / shares.length);
      return shares;
    }
    double sum = 0;
    for (int i = 0; i < shares.length; i++) {
      shares[i] /= greatest;
      sum += shares[i];
    }
    for (int i = 0; i < shares.length; i++) {
      shares[i] /= sum;
    }
    return shares;
  }
}
