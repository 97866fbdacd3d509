package io.goodput.cassandra.yield;

import io.goodput.cassandra.feature.Mode;
import io.goodput.core.yield.DebtGuard;
import io.goodput.core.yield.Strain;
import io.goodput.core.yield.Throttle;
import io.goodput.core.yield.YieldingShare;
import java.time.Instant;

/** A kind of background work that yields. One thread calls it; all may look at what it shows. */
final class YieldingWork implements Lever {

  /** The share of work without debt, at least. */
  private static final DebtGuard GUARD = new DebtGuard(1, 1.0 / 16);

  /** Seconds between two looks at the debt, which visit all tables. */
  private static final int DEBT_SECONDS = 8;

  private static final Shown NOTHING = new Shown(1, 0, null, null, null, 0, 0);

  private final BackgroundWork work;
  private YieldingShare share = new YieldingShare();
  private boolean runs;
  private long runsSince;
  private double debt;
  private int untilDebt;
  private volatile Shown shown = NOTHING;

  YieldingWork(BackgroundWork work) {
    this.work = work;
  }

  @Override
  public String name() {
    return work.name();
  }

  @Override
  public Shown shown() {
    return shown;
  }

  /** Whether a rate is lower than the operator has set it. */
  private boolean isLowered() {
    return work.throttles().stream().anyMatch(Throttle::isLowered);
  }

  /** Checks whether there is work; called before {@link #tick}. */
  boolean look(long nanos) {
    boolean ran = runs;
    runs = work.runs();
    if (runs && !ran) {
      runsSince = nanos;
    }
    return runs;
  }

  /** Decides on the next second. */
  void tick(Mode mode, Strain strain, long nanos, Instant now) {
    double before = share.now();
    if (!runs && before == 1) {
      debt = 0;
      untilDebt = 0;
    } else if (--untilDebt <= 0) {
      debt = work.debt(runs ? nanos - runsSince : 0);
      untilDebt = DEBT_SECONDS;
    }
    share.next(strain, runs, GUARD.leastShare(debt));
    for (Throttle throttle : work.throttles()) {
      throttle.lowerTo(mode == Mode.ON ? share.now() : 1);
    }
    show(mode, before, now);
  }

  private void show(Mode mode, double before, Instant now) {
    Throttle first = work.throttles().get(0);
    boolean yields = runs && share.now() < 1 && (mode == Mode.OBSERVE || isLowered());
    Instant since = shown.since();
    shown =
        new Shown(
            share.now(),
            debt,
            first.operatorsRate(),
            first.rate(),
            yields ? (since == null ? now : since) : null,
            shown.changes() + (share.now() == before ? 0 : 1),
            shown.seconds() + (yields ? 1 : 0));
  }

  /** Restores what the operator has set, and forgets all but the totals. */
  void restore() {
    share = new YieldingShare();
    runs = false;
    debt = 0;
    untilDebt = 0;
    shown = new Shown(1, 0, null, null, null, shown.changes(), shown.seconds());
    for (Throttle throttle : work.throttles()) {
      if (throttle.isLowered()) {
        throttle.lowerTo(1);
      }
    }
  }
}
