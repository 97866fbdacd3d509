package io.goodput.bench.memtable;

import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;

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
}
