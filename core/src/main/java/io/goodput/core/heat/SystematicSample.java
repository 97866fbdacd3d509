package io.goodput.core.heat;

/**
 * Systematic sampling: draws k of N with one random number u, each with exactly its probability.
 *
 * <p>The probabilities lie side by side on a line of length k; those at u, u + 1, ..., u + k - 1
 * are drawn. None is longer than 1, so none is drawn twice.
 */
final class SystematicSample {

  private SystematicSample() {}

  /** The right ends of the probabilities on the line: their cumulative sums. */
  static double[] cumulated(double[] probabilities) {
    double[] ends = new double[probabilities.length];
    double end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += probabilities[i];
      ends[i] = end;
    }
    return ends;
  }

  /**
   * Draws a sample.
   *
   * @param ends from {@link #cumulated}; the last one is {@code count}, except for rounding
   * @param count how many to draw
   * @param random uniform in [0, 1)
   * @return the drawn ones as {@code count} bits
   */
  static int draw(double[] ends, int count, double random) {
    int taken = 0;
    int drawn = 0;
    double next = random;
    for (int i = 0; taken < count; i++) {
      // If rounding has left the line too short, the last ones make up the number.
      boolean needed = ends.length - i == count - taken;
      if (needed || ends[i] > next) {
        drawn |= 1 << i;
        taken++;
        next = random + taken;
      }
    }
    return drawn;
  }
}
