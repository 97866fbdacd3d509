package io.goodput.core.yield;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A rate that an operator has set, and that is lower while its work yields. What the operator sets
 * in the meantime is set again when the work no longer yields, with two exceptions: a rate that
 * equals the lower one, and one that is set in the very moment in which the rate is changed here.
 *
 * <p>Not thread-safe: one thread calls it, while operators change the rate at any time.
 */
public final class Throttle {

  /** The rate without a limit, as databases write it. */
  private static final long UNLIMITED = 0;

  private final LongSupplier rate;
  private final LongConsumer setRate;
  private final long step;
  private final long leastRate;
  private final long rateIfUnlimited;
  private long operators;

  /** The rate since the last call, unless the operator has changed it. */
  private long holding;

  /**
   * A rate that is not lowered yet.
   *
   * @param rate that holds now, 0 if there is no limit
   * @param setRate changes it
   * @param step of rates that can be set, 1 or more; a rate between two steps is left alone
   * @param leastRate that the work always gets, at least the step
   * @param rateIfUnlimited the rate that shares refer to if there is no limit, at least the least
   */
  public Throttle(
      LongSupplier rate, LongConsumer setRate, long step, long leastRate, long rateIfUnlimited) {
    if (step < 1 || leastRate < step || rateIfUnlimited < leastRate) {
      throw new IllegalArgumentException(
          "A step of %d and rates of %d and %d are not possible."
              .formatted(step, leastRate, rateIfUnlimited));
    }
    this.rate = rate;
    this.setRate = setRate;
    this.step = step;
    this.leastRate = leastRate;
    this.rateIfUnlimited = rateIfUnlimited;
  }

  /**
   * Lets the work have a share of the operator's rate, in whole steps.
   *
   * @param share more than 0; from 1 on, the operator's rate holds
   */
  public void lowerTo(double share) {
    long present = rate.getAsLong();
    if (present != holding) {
      operators = present;
    }
    holding = present;
    long wanted = share < 1 ? lowered(share) : operators;
    if (wanted != present) {
      setRate.accept(wanted);
      holding = wanted;
    }
  }

  /** Never above the operator's rate, which may be below the least one. */
  private long lowered(double share) {
    if (operators % step != 0) {
      return operators;
    }
    long whole = operators == UNLIMITED ? rateIfUnlimited : operators;
    long wanted = Math.max(leastRate, Math.round(share * whole / step) * step);
    return wanted < whole ? wanted : operators;
  }

  /** What the operator had set when the rate was last looked at, 0 for no limit. */
  public long operatorsRate() {
    return operators;
  }

  /** Whether the work has less than that. */
  public boolean isLowered() {
    return holding != operators;
  }

  /** The rate that holds; 0 for no limit. */
  public long rate() {
    return rate.getAsLong();
  }
}
