package io.goodput.core.heat;

import java.util.Arrays;

/** Which part of the reads that replicas coordinate each of them does. */
final class CoordinatorShares {

  private CoordinatorShares() {}

  /**
   * The shares that belong to these rates.
   *
   * @param rates reads a second that each coordinates; what is not a positive number counts as none
   * @return shares whose sum is 1; equal ones if there are no reads
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
