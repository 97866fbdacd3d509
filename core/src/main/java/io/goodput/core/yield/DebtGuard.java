package io.goodput.core.yield;

/**
 * Keeps the debt that background work leaves when it yields below a bound. Up to half of the bound,
 * the work may yield down to its lowest share. From there on, the least share grows linearly, and
 * at the bound the work does not yield at all. Immutable.
 *
 * @param bound of the debt, in its own unit, such as compactions that wait; more than 0
 * @param lowest share of the work without debt, more than 0 and at most 1
 */
public record DebtGuard(double bound, double lowest) {

  private static final double FREE_PART = 0.5;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a number is out of its range
   */
  public DebtGuard {
    if (!(bound > 0)) {
      throw new IllegalArgumentException("A bound of %s is not possible.".formatted(bound));
    }
    if (!(lowest > 0 && lowest <= 1)) {
      throw new IllegalArgumentException("A share of %s is not possible.".formatted(lowest));
    }
  }

  /** The least share of the work with this debt, {@code lowest} to 1. */
  public double leastShare(double debt) {
    double used = (debt / bound - FREE_PART) / (1 - FREE_PART);
    return lowest + (1 - lowest) * Math.min(1, Math.max(0, used));
  }
}
