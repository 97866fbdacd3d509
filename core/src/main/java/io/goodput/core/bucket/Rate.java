package io.goodput.core.bucket;

/**
 * The rate and the size of a bucket. Immutable.
 *
 * @param perSecond tokens that flow in per second, 1 to {@value #MAX_PER_SECOND}
 * @param burst tokens in the full bucket, 1 to {@value #MAX_BURST}
 */
public record Rate(long perSecond, long burst) {

  /** The highest rate. */
  public static final long MAX_PER_SECOND = Integer.MAX_VALUE;

  /** The largest burst. */
  public static final long MAX_BURST = 1L << 42;

  /** The longest life of leased tokens, in microseconds. */
  private static final long LONGEST_LIFE = 200_000;

  /** Microseconds in a second. */
  static final long MICROS = 1_000_000;

  /** At most a quarter of the burst flows in during the life of a lease. */
  private static final int BURST_PER_LIFE = 4;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if one of the numbers is out of its range
   */
  public Rate {
    if (perSecond < 1 || perSecond > MAX_PER_SECOND) {
      throw new IllegalArgumentException(
          "A rate of %d tokens a second is not possible: choose 1 to %d."
              .formatted(perSecond, MAX_PER_SECOND));
    }
    if (burst < 1 || burst > MAX_BURST) {
      throw new IllegalArgumentException(
          "A burst of %d tokens is not possible: choose 1 to %d.".formatted(burst, MAX_BURST));
    }
  }

  /** How long leased tokens live, in microseconds. */
  public long leaseLife() {
    return burst >= perSecond
        ? LONGEST_LIFE
        : Math.min(LONGEST_LIFE, burst * (MICROS / BURST_PER_LIFE) / perSecond);
  }

  /** Tokens that flow in during a time, rounded down. */
  long inflow(long micros) {
    return perSecond * (micros / MICROS) + perSecond * (micros % MICROS) / MICROS;
  }

  static long ceilDiv(long dividend, long divisor) {
    return -Math.floorDiv(-dividend, divisor);
  }
}
