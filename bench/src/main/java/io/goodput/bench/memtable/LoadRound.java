package io.goodput.bench.memtable;

import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;
import io.goodput.bench.report.Text;

/** One load on one node. */
record LoadRound(Recording writes, Recording reads) {

  /** A second is stalled below this share of writes that are answered in time. */
  private static final double STALLED = 0.1;

  long stalledSeconds() {
    return writes.seconds().stream()
        .filter(second -> second.goodPerSecond() < STALLED * second.offeredPerSecond())
        .count();
  }

  /** Writes in time in the worst second, as a share of the mean; NaN if none was in time. */
  double slowestSecond() {
    return writes.seconds().stream().mapToDouble(Summary::goodPerSecond).min().orElse(Double.NaN)
        / writes.whole().goodPerSecond();
  }

  /** For a line of progress. */
  @Override
  public String toString() {
    Summary all = writes.whole();
    return Text.of(
        "%.0f/s in time, late %.0f, timed out %.0f, not sent %.0f, failed %.0f; p99 %.0f ms,"
            + " max %.0f ms, %d s stalled, slowest second %.2f; reads %.0f/s",
        all.goodPerSecond(),
        all.perSecond(Outcome.LATE),
        all.perSecond(Outcome.TIMED_OUT),
        all.perSecond(Outcome.DROPPED),
        all.perSecond(Outcome.FAILED) + all.perSecond(Outcome.OVERLOADED),
        all.p99Millis(),
        all.maxMillis(),
        stalledSeconds(),
        slowestSecond(),
        reads.whole().goodPerSecond());
  }
}
