package io.goodput.lab.simulation.heat;

import java.util.SplittableRandom;

/**
 * A Zipf distribution of the keys that are read: the n-th most popular key is read in proportion to
 * n to the power of minus the skew. Immutable.
 */
final class Popularity {

  private final double[] cumulated;

  /** The first key in each of as many equal parts of [0, 1) as there are keys. */
  private final int[] firstKey;

  private Popularity(double[] cumulated, int[] firstKey) {
    this.cumulated = cumulated;
    this.firstKey = firstKey;
  }

  /** A distribution over {@code keys} keys; with a skew of 0, all are equally popular. */
  static Popularity zipf(int keys, double skew) {
    double[] cumulated = new double[keys];
    double sum = 0;
    for (int key = 0; key < keys; key++) {
      sum += Math.pow(key + 1.0, -skew);
      cumulated[key] = sum;
    }
    int[] firstKey = new int[keys];
    int key = 0;
    for (int part = 0; part < keys; part++) {
      while (cumulated[key] <= sum * part / keys) {
        key++;
      }
      firstKey[part] = key;
    }
    return new Popularity(cumulated, firstKey);
  }

  /** Draws a key; the most popular one is 0. */
  int draw(SplittableRandom random) {
    double place = random.nextDouble();
    int key = firstKey[(int) (place * firstKey.length)];
    double end = place * cumulated[cumulated.length - 1];
    while (cumulated[key] <= end) {
      key++;
    }
    return key;
  }
}
