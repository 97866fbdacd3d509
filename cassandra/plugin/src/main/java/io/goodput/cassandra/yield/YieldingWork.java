package io.goodput.cassandra.yield;

import io.goodput.cassandra.feature.Mode;
import io.goodput.core.yield.DebtGuard;
import io.goodput.core.yield.Strain;
import io.goodput.core.yield.Throttle;
import io.goodput.core.yield.YieldingShare;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A kind of background work that yields. One thread calls {@link #tick}; all may look. */
final class YieldingWork {

  /** The share of work without debt, at least. */
  private static final DebtGuard GUARD = new DebtGuard(1, 1.0 / 16);

  /** Seconds between two looks at the debt, which visit all tables. */
  private static final int DEBT_SECONDS = 8;

  private final BackgroundWork work;
  private YieldingShare share = new YieldingShare();
  private double debt;
  private int untilDebt;
  private volatile Shown shown = new Shown(1, 0, 0, 0, null, 0, 0);

  YieldingWork(BackgroundWork work) {
    this.work = work;
  }

  /**
   * What operators see.
   *
   * @param share of its rate that the work may use, or could use if the node only observes
   * @param debt as a part of what is tolerable
   * @param set rate that the operator has set, in bytes per second, 0 for no limit
   * @param now the rate that holds
   * @param since when the share is below 1; null if it is not
   * @param changes of the share
   * @param seconds in which the share was below 1
   */
  record Shown(
      double share,
      double debt,
      long set,
      long now,
      @Nullable Instant since,
      long changes,
      long seconds) {

    boolean yields() {
      return since != null;
    }
  }

  String name() {
    return work.name();
  }

  /** The name as the first word of a sentence. */
  String title() {
    return name().substring(0, 1).toUpperCase(Locale.ROOT) + name().substring(1);
  }

  Shown shown() {
    return shown;
  }

  /** Looks at the last second. */
  void tick(Mode mode, Strain strain, Instant now) {
    boolean runs = work.runs();
    double before = share.now();
    if (mode == Mode.OFF) {
      share = new YieldingShare();
    } else {
      look(runs);
      share.next(strain, runs, GUARD.leastShare(debt));
    }
    for (Throttle throttle : work.throttles()) {
      throttle.lowerTo(mode == Mode.ON ? share.now() : 1);
    }
    show(before, now);
  }

  /** Before it yields, work has no debt of its own making. */
  private void look(boolean runs) {
    if (!runs && share.now() == 1) {
      debt = 0;
      untilDebt = 0;
    } else if (--untilDebt <= 0) {
      debt = work.debt();
      untilDebt = DEBT_SECONDS;
    }
  }

  private void show(double before, Instant now) {
    Throttle first = work.throttles().get(0);
    boolean yields = share.now() < 1;
    Instant since = shown.since;
    shown =
        new Shown(
            share.now(),
            debt,
            first.operatorsRate(),
            first.rate(),
            yields ? (since == null ? now : since) : null,
            shown.changes + (share.now() == before ? 0 : 1),
            shown.seconds + (yields ? 1 : 0));
  }
}
