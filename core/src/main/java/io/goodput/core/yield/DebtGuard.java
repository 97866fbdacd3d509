package io.goodput.core.yield;

/**
 * Lets background work yield less when it has fallen behind. With a debt of up to half of the
 * bound, the work may yield down to its lowest share. From there on, the least share grows
 * linearly, to 1 at the bound. Immutable.
 *
 * @param bound of the debt, in its own unit, such as compactions that wait; more than 0
 * @param lowest share of the work without debt, more than 0 and at most 1
 */
public record DebtGuard(double bound, double lowest) {

  /** The part of the bound up to which a debt changes nothing. */
  public static final double FREE_PART = 0.5;

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

  /**
   * The least share of the work with this debt, {@code lowest} to 1; 1 if the debt is not a number.
   */
  public double leastShare(double debt) {
    double used = (debt / bound - FREE_PART) / (1 - FREE_PART);
    return Double.isNaN(used) ? 1 : lowest + (1 - lowest) * Math.min(1, Math.max(0, used));
  }
}
