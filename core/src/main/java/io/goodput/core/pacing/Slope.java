package io.goodput.core.pacing;

/**
 * How the rate of writes depends on the free fraction of a resource: nearly constant around one
 * half, so that large flushes and compactions change little; proportional to the free fraction
 * below one half; without bound where all is free. Continuous.
 */
final class Slope {

  private static final double PLENTY = 0.5;

  private Slope() {}

  /**
   * The rate of writes, as a multiple of the rate that would keep the free fraction constant.
   *
   * @param free the free fraction, 0 to 1
   * @return 0 to infinity
   */
  static double at(double free) {
    // The eighth power: a burst uses only what steady writes leave free.
    double square = free * free;
    double fourth = square * square;
    return Math.min(1, free / PLENTY) / Math.max(0, 1 - fourth * fourth);
  }
}
