package io.goodput.core.yield;

/**
 * The hedged reads that a table may have, second by second. A hedged read is sent once more, to
 * another replica, because its answer is slow. Each read earns a tenth of a hedge. Earnings of two
 * seconds can be saved, and ten hedges more, so that a table with few reads may hedge, too. What a
 * second hedges beyond that is a debt, which later reads pay off. So over any time, there are at
 * most
 *
 * <pre>a tenth of the reads + the savings + the hedges of one second</pre>
 *
 * <p>Not thread-safe.
 */
public final class HedgeBudget {

  /** Hedges that a read earns. */
  static final double SHARE = 0.1;

  /** Hedges that can be saved in any case. */
  static final double FEW = 10;

  /** Seconds whose earnings can be saved. */
  private static final double SECONDS_SAVED = 2;

  /** How much of the average a second makes up. */
  private static final double WEIGHT = 1.0 / 8;

  private double left = FEW;
  private double usuallyEarned;

  /** A full budget. */
  public HedgeBudget() {}

  /**
   * Whether the reads of the next second may be hedged.
   *
   * @param reads in the last second, 0 or more
   * @param hedges in the last second, 0 or more
   */
  public boolean next(long reads, long hedges) {
    double earned = SHARE * reads;
    usuallyEarned += WEIGHT * (earned - usuallyEarned);
    double most = FEW + SECONDS_SAVED * Math.max(earned, usuallyEarned);
    left = Math.min(most, left + earned - hedges);
    return left >= 1;
  }
}
