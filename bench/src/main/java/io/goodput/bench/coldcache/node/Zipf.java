package io.goodput.bench.coldcache.node;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Numbers from 0, of which the lower ones are drawn more often. Immutable. */
public final class Zipf {

  private final double[] cumulated;

  /**
   * A distribution.
   *
   * @param count of the numbers, 1 or more
   * @param skew number i is drawn with a probability in proportion to (i + 1) to minus this power
   */
  public Zipf(int count, double skew) {
    cumulated = new double[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Math.pow(i + 1.0, -skew);
      cumulated[i] = sum;
    }
  }

  /** So many of them, others with another seed. */
  public IntStream draw(int seed, int draws) {
    double total = cumulated[cumulated.length - 1];
    return new SplittableRandom(seed).doubles(draws).map(place -> place * total).mapToInt(this::at);
  }

  private int at(double place) {
    int found = Arrays.binarySearch(cumulated, place);
    return Math.min(cumulated.length - 1, found < 0 ? -found - 1 : found);
  }
}
