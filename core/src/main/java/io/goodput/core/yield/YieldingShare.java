package io.goodput.core.yield;

/**
 * The share of its rate that background work may use, second by second. It is 1 while no request
 * waits. When requests wait, it falls to a quarter, and again in the next second, down to a least
 * share. It then holds:
 *
 * <ul>
 *   <li>When requests use less than three quarters of what they used when they last waited, for two
 *       seconds, the overload is over: the share grows fourfold each second, so that it is 1 again
 *       within five seconds.
 *   <li>While they use as much as then, the work tries a quarter more after eight seconds. If
 *       requests wait again, it goes back at once, and waits for twice as long, at most ten
 *       minutes. So a load that lasts makes requests wait for a second in ten minutes. After a
 *       trial in which no request waits, the next one follows after eight seconds again.
 * </ul>
 *
 * <p>Not thread-safe.
 */
public final class YieldingShare {

  /** Of the share, while requests wait. */
  private static final double DROP = 1.0 / 4;

  /** Of the share, when the overload is over. */
  private static final double GROWTH = 4;

  /** Of the share, in a trial. */
  private static final double TRIAL = 1.25;

  /** Of the load when requests last waited. With less, the overload is over. */
  private static final double RELEASING_LOAD = 0.75;

  /** For how long the load must be that low, in seconds. */
  private static final int LOW_SECONDS = 2;

  private static final int SHORTEST_HOLD = 8;
  private static final int LONGEST_HOLD = 600;

  /** For how long the least share does not go down, in seconds. */
  private static final int KEEP_SECONDS = 300;

  private double share = 1;

  /** The share before the trial that runs; 0 if none does. */
  private double beforeTrial;

  private double kept;
  private int keptFor;
  private double waitingLoad;
  private int hold = SHORTEST_HOLD;
  private int held;
  private int lowFor;

  /** Work that does not yield yet. */
  public YieldingShare() {}

  /** The share now, more than 0 and at most 1. */
  public double now() {
    return share;
  }

  /**
   * The share in the next second.
   *
   * @param strain of requests in the last second
   * @param works whether there was work that could yield
   * @param least share, by its {@link DebtGuard}s; more than 0 and at most 1
   */
  public double next(Strain strain, boolean works, double least) {
    if (strain.waited()) {
      waited(strain.load(), works);
    } else {
      rested(strain.load());
    }
    share = Math.min(1, Math.max(share, kept(least)));
    return share;
  }

  /** The least share in steps of a factor of two, which it goes down again only after a while. */
  private double kept(double least) {
    double step = Math.pow(2, Math.ceil(Math.log(least) / Math.log(2)));
    keptFor++;
    if (step > kept || keptFor >= KEEP_SECONDS) {
      kept = Math.max(step, least);
      keptFor = 0;
    }
    return kept;
  }

  private void waited(double load, boolean works) {
    waitingLoad = load;
    held = 0;
    lowFor = 0;
    if (beforeTrial > 0) {
      share = beforeTrial;
      beforeTrial = 0;
      hold = Math.min(LONGEST_HOLD, 2 * hold);
    } else if (works) {
      share *= DROP;
    }
  }

  private void rested(double load) {
    if (share == 1) {
      return;
    }
    lowFor = load < RELEASING_LOAD * waitingLoad ? lowFor + 1 : 0;
    held++;
    if (lowFor >= LOW_SECONDS) {
      beforeTrial = 0;
      hold = SHORTEST_HOLD;
      share *= GROWTH;
    } else if (held >= hold) {
      hold = beforeTrial > 0 ? SHORTEST_HOLD : hold;
      beforeTrial = share;
      held = 0;
      share *= TRIAL;
    }
  }
}
