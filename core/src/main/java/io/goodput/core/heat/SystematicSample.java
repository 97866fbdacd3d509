package io.goodput.core.heat;

/**
 * Systematic sampling: k of N with one random number, each included with exactly its probability.
 *
 * <p>The probabilities lie side by side on a line of length k, and what lies at u, u + 1, ..., u +
 * k - 1 is taken. None is longer than 1, so none is taken twice.
 */
final class SystematicSample {

  private SystematicSample() {}

  /** The right ends of the probabilities on the line. */
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
   * Draws.
   *
   * @param ends of {@link #cumulated}; the last is {@code count}, but for rounding
   * @param count how many to take
   * @param random uniform in [0, 1)
   * @return {@code count} bits
   */
  static int draw(double[] ends, int count, double random) {
    int taken = 0;
    int drawn = 0;
    double next = random;
    for (int i = 0; taken < count; i++) {
      // Where rounding left the line too short, the last ones make up for it.
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
