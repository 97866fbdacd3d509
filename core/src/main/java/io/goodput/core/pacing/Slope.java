package io.goodput.core.pacing;

/**
 * How the rate of writes goes with what is free: even while about half of it is, so that what comes
 * and goes in large pieces changes little; in proportion to it below; without bound when all is
 * free. No step.
 */
final class Slope {

  private static final double PLENTY = 0.5;

  private Slope() {}

  /**
   * The part, or the multiple, of the rate at which what is free would stay the same.
   *
   * @param free part that is free, 0 to 1
   * @return 0 to infinity
   */
  static double at(double free) {
    // To the eighth: of use to a burst is only what steady writes leave alone.
    double square = free * free;
    double fourth = square * square;
    return Math.min(1, free / PLENTY) / Math.max(0, 1 - fourth * fourth);
  }
}
