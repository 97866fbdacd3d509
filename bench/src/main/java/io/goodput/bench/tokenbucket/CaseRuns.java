package io.goodput.bench.tokenbucket;

import io.goodput.bench.report.Rounds;
import io.goodput.bench.report.Spread;
import io.goodput.bench.tokenbucket.BucketCase.Durability;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * The runs of a case.
 *
 * @param durability as the server reports it
 */
record CaseRuns(BucketCase what, Durability durability, Rounds<BucketRun> rounds) {

  /** A sum over all rounds and processes. */
  long sum(ToLongFunction<Tally> count) {
    return rounds.sum(run -> run.sum(count));
  }

  double tokensPerSecond() {
    return rounds.median(BucketRun::tokensPerSecond);
  }

  /** Tokens per second as a multiple of another case, round by round. */
  String ratio(CaseRuns base) {
    Spread ratio = rounds.ratio(base.rounds, BucketRun::tokensPerSecond);
    return ratio.median() < 100 ? ratio.ratio() : ratio.text(0);
  }

  /** Latencies of all rounds, in nanoseconds. */
  Histogram latencies() {
    return Tally.latencies(rounds.list().stream().flatMap(run -> run.clients().stream()));
  }

  double micros(double percentile) {
    return Tally.micros(latencies(), percentile);
  }
}
