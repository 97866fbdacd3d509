package io.goodput.lab.bench.load;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** A Zipf distribution of numbers from 0. Immutable. */
public final class Zipf {

  private final double[] cumulative;

  /** The probability of number i is in proportion to (i + 1) to the power of -skew. */
  public Zipf(int count, double skew) {
    cumulative = new double[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Math.pow(i + 1.0, -skew);
      cumulative[i] = sum;
    }
  }

  /** Random numbers; each seed draws others. */
  public IntStream draw(int seed, int draws) {
    double total = cumulative[cumulative.length - 1];
    return new SplittableRandom(seed).doubles(draws).map(place -> place * total).mapToInt(this::at);
  }

  private int at(double place) {
    int found = Arrays.binarySearch(cumulative, place);
    return Math.min(cumulative.length - 1, found < 0 ? -found - 1 : found);
  }
}
