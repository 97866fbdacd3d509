package io.goodput.core.peak;

/**
 * Bands of rates: one for each rate below 8 per second, and four between two powers of two above
 * that, so that no band is wider than a quarter of its lowest rate.
 */
final class RateBands {

  /** How many bands there are, for rates from 1 to 2^31-1. */
  static final int COUNT = 119;

  private static final int EXACT = 7;
  private static final int FIRST_EXPONENT = 3;
  private static final int BITS = 2;
  private static final int PER_OCTAVE = 1 << BITS;

  private RateBands() {}

  /**
   * The band of a rate.
   *
   * @param perSecond 1 to 2^31-1
   * @return 0 to {@value #COUNT} - 1
   */
  static int of(int perSecond) {
    if (perSecond <= EXACT) {
      return perSecond - 1;
    }
    int exponent = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(perSecond);
    int part = (perSecond >>> (exponent - BITS)) & (PER_OCTAVE - 1);
    return EXACT + (exponent - FIRST_EXPONENT) * PER_OCTAVE + part;
  }

  /** The lowest rate of a band. */
  static int from(int band) {
    if (band < EXACT) {
      return band + 1;
    }
    int exponent = FIRST_EXPONENT + (band - EXACT) / PER_OCTAVE;
    int part = (band - EXACT) % PER_OCTAVE;
    return (PER_OCTAVE + part) << (exponent - BITS);
  }
}
