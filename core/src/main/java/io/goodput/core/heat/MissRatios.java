package io.goodput.core.heat;

/** Miss ratios as the shares are made of them. */
final class MissRatios {

  /**
   * A hit rate above this counts as this. It bounds how little a cold node gets, 1 / (1 + 10 (N -
   * 1)) of the reads, so that its cache always warms.
   */
  static final double CLAMP = 0.90;

  private MissRatios() {}

  /**
   * The miss ratios that belong to these hit rates.
   *
   * @param hitRates NaN and what is below 0 count as 0
   * @param deadBand ratios that are above the best by no more than this part of it, which is what
   *     chance and small differences of traffic make, count as the best; 0 or more
   * @return each in [1 - CLAMP, 1]
   */
  static double[] of(double[] hitRates, double deadBand) {
    double[] ratios = new double[hitRates.length];
    double best = 1;
    for (int i = 0; i < ratios.length; i++) {
      double hitRate = hitRates[i] >= 0 ? Math.min(hitRates[i], CLAMP) : 0;
      ratios[i] = 1 - hitRate;
      best = Math.min(best, ratios[i]);
    }
    for (int i = 0; i < ratios.length; i++) {
      if (ratios[i] <= best * (1 + deadBand)) {
        ratios[i] = best;
      }
    }
    return ratios;
  }
}
