package io.goodput.bench.memtable;

import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;

/** The load on one node, once. */
record Round(Recording writes, Recording reads) {

  /** Part of what is offered below which next to nothing is served. */
  private static final double NEXT_TO_NOTHING = 0.1;

  Summary allWrites() {
    return writes.over(0, writes.length());
  }

  Summary allReads() {
    return reads.over(0, reads.length());
  }

  /** Seconds of whose writes less than a tenth were answered in time. */
  long stalledSeconds() {
    return writes.seconds().stream()
        .filter(
            second -> second.perSecond(Outcome.GOOD) < NEXT_TO_NOTHING * second.offeredPerSecond())
        .count();
  }

  /** What was answered in time in the worst second, as a part of the mean; NaN if nothing was. */
  double slowestSecond() {
    return writes.seconds().stream()
            .mapToDouble(second -> second.perSecond(Outcome.GOOD))
            .min()
            .orElse(Double.NaN)
        / allWrites().perSecond(Outcome.GOOD);
  }
}
