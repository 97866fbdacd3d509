package io.goodput.core.yield;

/**
 * The share of its rate that background work may use, second by second. It is 1 until requests wait
 * while the work runs. In each second in which they do, it falls to a quarter, down to a least
 * share. Then:
 *
 * <ul>
 *   <li>When requests use less than three quarters of what they used when they last waited, for two
 *       seconds, the overload is over. The share grows fourfold each second: from a sixteenth, it
 *       is 1 again within five seconds.
 *   <li>Otherwise, the work tries a quarter more after a pause of eight seconds. If requests wait
 *       within as long a time, the share goes back, and the next pause is twice as long, at most
 *       ten minutes. If not, the share stays, the pause is eight seconds again, and the next trial
 *       begins.
 * </ul>
 *
 * <p>The least share counts as the next power of two, and goes down only when a lower one has been
 * enough for five minutes, so that a debt near a limit does not change the rate all the time.
 *
 * <p>Not thread-safe.
 */
public final class YieldingShare {

  /** What is left of the share after a second in which requests waited. */
  private static final double DROP = 1.0 / 4;

  /** How fast the share grows each second when the overload is over. */
  private static final double GROWTH = 4;

  /** How much more a trial uses. */
  private static final double TRIAL = 1.25;

  /** The part of the load when requests last waited below which the overload is over. */
  private static final double RELEASING_LOAD = 0.75;

  /** For how long the load must be that low, in seconds. */
  private static final int LOW_SECONDS = 2;

  private static final int SHORTEST_PAUSE = 8;
  private static final int LONGEST_PAUSE = 600;
  private static final int KEEP_SECONDS = 300;

  private double share = 1;

  /** The share before the trial that runs; 0 if none does. */
  private double beforeTrial;

  private int pause = SHORTEST_PAUSE;

  /** Seconds since a trial began, requests waited, or a trial succeeded. */
  private int quietFor;

  private double waitingLoad;
  private int lowFor;
  private double kept;
  private int keptFor;

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
   * @throws IllegalArgumentException if the least share is out of its range
   */
  public double next(Strain strain, boolean works, double least) {
    if (!(least > 0 && least <= 1)) {
      throw new IllegalArgumentException("A share of %s is not possible.".formatted(least));
    }
    if (strain.waited()) {
      waited(strain.load(), works);
    } else {
      rested(strain.load());
    }
    share = Math.min(1, Math.max(share, kept(least)));
    return share;
  }

  private void waited(double load, boolean works) {
    waitingLoad = load;
    quietFor = 0;
    lowFor = 0;
    if (!works) {
      return;
    }
    if (beforeTrial > 0) {
      share = beforeTrial;
      pause = Math.min(LONGEST_PAUSE, 2 * pause);
    } else {
      share *= DROP;
    }
    beforeTrial = 0;
  }

  private void rested(double load) {
    if (share == 1) {
      beforeTrial = 0;
      pause = SHORTEST_PAUSE;
      return;
    }
    lowFor = load == 0 || load < RELEASING_LOAD * waitingLoad ? lowFor + 1 : 0;
    quietFor++;
    if (lowFor >= LOW_SECONDS) {
      beforeTrial = 0;
      pause = SHORTEST_PAUSE;
      share *= GROWTH;
    } else if (quietFor >= pause) {
      pause = beforeTrial > 0 ? SHORTEST_PAUSE : pause;
      beforeTrial = share;
      quietFor = 0;
      share *= TRIAL;
    }
  }

  private double kept(double least) {
    double step = Math.min(1, Math.pow(2, Math.ceil(Math.log(least) / Math.log(2))));
    keptFor++;
    if (step >= kept || keptFor >= KEEP_SECONDS) {
      kept = Math.max(step, least);
      keptFor = 0;
    }
    return kept;
  }
}
