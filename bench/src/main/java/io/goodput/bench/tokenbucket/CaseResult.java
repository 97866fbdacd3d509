package io.goodput.bench.tokenbucket;

import io.goodput.bench.report.Spread;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * What came of a case, round by round.
 *
 * @param durability as the server said
 */
record CaseResult(BucketCase what, Durability durability, List<Run> runs) {

  private static final double NANOS_PER_MICRO = 1e3;

  /** Copies the list. */
  CaseResult {
    runs = List.copyOf(runs);
  }

  Spread tokensPerSecond() {
    return Spread.of(runs.stream().map(Run::tokensPerSecond).toList());
  }

  /** To another case, round by round. */
  Spread ratio(CaseResult to) {
    return Spread.of(
        IntStream.range(0, runs.size())
            .mapToObj(
                round -> runs.get(round).tokensPerSecond() / to.runs.get(round).tokensPerSecond())
            .toList());
  }

  /** Of all rounds and processes. */
  long sum(ToLongFunction<Tally> count) {
    return runs.stream().mapToLong(run -> run.sum(count)).sum();
  }

  Run lastRun() {
    return runs.get(runs.size() - 1);
  }

  /** Of all rounds together. */
  Histogram latencies() {
    Histogram all = Tally.histogram();
    runs.forEach(run -> all.add(run.latencies()));
    return all;
  }

  double micros(double percentile) {
    return latencies().getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }

  /** Most tokens that a full bucket may have given since before the first request of a run. */
  static double allowed(BucketCase what, Run run) {
    return what.rate().burst() + what.rate().perSecond() * run.databaseSeconds();
  }
}
