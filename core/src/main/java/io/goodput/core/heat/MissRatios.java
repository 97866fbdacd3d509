package io.goodput.core.heat;

/** The miss ratios that the shares follow from. */
final class MissRatios {

  /**
   * Upper bound for the hit rates that count. A cold node then gets at least 1 / (1 + 10 (N - 1))
   * of the reads, so that its cache always warms.
   */
  static final double CLAMP = 0.90;

  private MissRatios() {}

  /**
   * Converts hit rates to miss ratios.
   *
   * @param hitRates NaN and negative rates count as 0
   * @param deadBand ratios that are above the best one by at most this fraction of it, as chance
   *     and small differences in traffic cause, count as equal to the best; 0 or more
   * @return miss ratios, each in [1 - CLAMP, 1]
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
