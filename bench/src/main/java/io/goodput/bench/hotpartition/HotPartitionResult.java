package io.goodput.bench.hotpartition;

import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;
import java.util.List;

/** What {@code hot-partition} found. */
public record HotPartitionResult(
    Lengths lengths, double capacity, List<Round> rounds, CpuCost cpu) {

  static Summary of(Recording recording, Phase phase, Lengths lengths) {
    return recording.over(phase.countsFrom(lengths), phase.end(lengths));
  }

  static String line(Round round, Phase phase, Lengths lengths) {
    Summary uniform = of(round.uniform(), phase, lengths);
    Summary attack = of(round.attack(), phase, lengths);
    return "  %-9s uniform %6.0f/s of %.0f, p50 %.1f p99 %.1f ms, failed %.0f late %.0f; attack offered %.0f/s, accepted %.0f, rejected %.0f failed %.0f"
        .formatted(
            phase,
            uniform.perSecond(Outcome.GOOD),
            uniform.offeredPerSecond(),
            uniform.p50Millis(),
            uniform.p99Millis(),
            uniform.failedPerSecond(),
            uniform.perSecond(Outcome.LATE),
            attack.offeredPerSecond(),
            attack.servedPerSecond(),
            attack.perSecond(Outcome.REFUSED),
            attack.failedPerSecond());
  }
}
