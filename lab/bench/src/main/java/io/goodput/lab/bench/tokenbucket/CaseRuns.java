package io.goodput.lab.bench.tokenbucket;

import io.goodput.core.bucket.Rate;
import io.goodput.lab.bench.BenchException;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Spread;
import io.goodput.lab.bench.tokenbucket.BucketCase.Durability;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a case.
 *
 * @param durability as the server reports it; null if it has no such setting
 */
record CaseRuns(BucketCase what, @Nullable Durability durability, Rounds<BucketRun> rounds) {

  /**
   * One run of a case.
   *
   * @param rate the limit
   * @param clients a tally for each process
   * @param seconds in which requests counted
   * @param databaseSeconds from before the first request to after the last, on the database's clock
   */
  record BucketRun(Rate rate, List<Tally> clients, double seconds, double databaseSeconds) {

    long sum(ToLongFunction<Tally> count) {
      return clients.stream().mapToLong(count).sum();
    }

    double tokensPerSecond() {
      return sum(Tally::granted) / seconds;
    }

    /** The most tokens that the bucket may grant, full at the start. */
    double allowed() {
      return rate.burst() + rate.perSecond() * databaseSeconds;
    }

    /** By how many tokens any time span exceeded its limit; negative if none did. */
    double excess() {
      return Windows.excess(clients, rate);
    }

    /**
     * Ends the benchmark if Goodput granted too much.
     *
     * @throws BenchException if any time span exceeded its limit
     */
    void requireLimit(BucketCase what) {
      // Closed loops have no spans: the whole of a run is one.
      double most = Math.max(excess(), sum(Tally::granted) - allowed());
      if (what.mode().isGoodput() && most > 0) {
        throw new BenchException(
            "%s exceeded its limit by %.0f tokens: this is a defect of Goodput."
                .formatted(what, most));
      }
    }

    /** Jain's index of fairness between threads: 1 if all got the same, 1/n if one got all. */
    double fairness() {
      List<Long> shares =
          clients.stream().flatMap(client -> client.grantedByThread().stream()).toList();
      double sum = shares.stream().mapToDouble(share -> share).sum();
      double squares = shares.stream().mapToDouble(share -> (double) share * share).sum();
      return sum * sum / (shares.size() * squares);
    }

    double grantedOfAllowed() {
      return sum(Tally::granted) / allowed();
    }
  }

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

  /** A percentile of the latencies of all rounds, in microseconds. */
  double micros(double percentile) {
    return Tally.latencies(rounds.list().stream().flatMap(run -> run.clients().stream()))
            .getValueAtPercentile(percentile)
        / 1e3;
  }
}
