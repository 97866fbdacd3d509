package io.goodput.core.retry;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Repeats of failed requests that each tenant may send: one for {@value #SUCCESSES_PER_REPEAT} of
 * its requests that have succeeded, and {@value #FEW} more at the start. At most {@value
 * #MOST_SAVED} are saved up. So over any time, a tenant repeats at most a tenth of the requests
 * that succeed, and {@value #MOST_SAVED} more.
 *
 * <p>The memory is fixed; tenants whose numbers share a place share a budget. Thread-safe and
 * lock-free.
 *
 * <p>The idea is that of the retry quotas of the AWS SDKs and of Finagle's retry budgets.
 */
public final class RepeatBudgets {

  static final int SUCCESSES_PER_REPEAT = 10;

  /** Repeats of a tenant without a request that has succeeded. */
  static final int FEW = 10;

  static final int MOST_SAVED = 100;

  private static final int PLACE_BITS = 10;

  /** Spreads numbers whose low bits are alike. */
  private static final int GOLDEN_RATIO = 0x9E3779B9;

  /** In successes; what a tenant has beyond {@link #FEW} repeats, which may be negative. */
  private final AtomicIntegerArray saved = new AtomicIntegerArray(1 << PLACE_BITS);

  /** Budgets without a success. */
  public RepeatBudgets() {}

  /** A request of a tenant has succeeded. */
  public void succeeded(int tenant) {
    int place = place(tenant);
    int known = saved.get(place);
    // A success that another thread has outrun is lost, which is cheaper than to try again.
    if (known < (MOST_SAVED - FEW) * SUCCESSES_PER_REPEAT) {
      saved.compareAndSet(place, known, known + 1);
    }
  }

  /** Whether a tenant may repeat a request now, which uses up a part of its budget. */
  public boolean spend(int tenant) {
    int place = place(tenant);
    while (true) {
      int known = saved.get(place);
      int left = known - SUCCESSES_PER_REPEAT;
      if (left < -FEW * SUCCESSES_PER_REPEAT) {
        return false;
      }
      if (saved.compareAndSet(place, known, left)) {
        return true;
      }
    }
  }

  private static int place(int tenant) {
    return (tenant * GOLDEN_RATIO) >>> (Integer.SIZE - PLACE_BITS);
  }
}
