package io.goodput.core.watch;

import java.util.function.DoubleSupplier;

/**
 * Chooses events at random, each with the same probability, without drawing a random number for
 * each: it draws how many events to pass over, from the geometric distribution. An event that
 * stands for as many as are chosen from makes every sum over the chosen ones unbiased, whatever
 * pattern the events have.
 *
 * <p>Source: Vitter, "Faster Methods for Random Sampling", 1984. Belongs to one thread.
 */
public final class Thinning {

  private static final int MOST_PASSED_OVER = Integer.MAX_VALUE / 2;

  private final DoubleSupplier random;
  private int oneIn;
  private int left;

  /**
   * A choice that begins anew.
   *
   * @param random uniform in [0, 1)
   */
  public Thinning(DoubleSupplier random) {
    this.random = random;
  }

  /**
   * Decides on the next event.
   *
   * @param wantedOneIn choose one in this many, 1 or more; may differ from call to call
   * @return how many events it stands for if it is chosen; else 0
   */
  public int weight(int wantedOneIn) {
    if (wantedOneIn != oneIn) {
      // The distribution has no memory, so that a draw may be replaced at any time.
      oneIn = wantedOneIn;
      left = draw();
    }
    if (--left > 0) {
      return 0;
    }
    left = draw();
    return oneIn;
  }

  private int draw() {
    if (oneIn <= 1) {
      return 1;
    }
    double passedOver = Math.log(1 - random.getAsDouble()) / Math.log(1 - 1.0 / oneIn);
    return 1 + (int) Math.min(passedOver, MOST_PASSED_OVER);
  }
}
