package io.goodput.bench.hotpartition;

import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;
import io.goodput.bench.report.Text;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The reads of one round.
 *
 * @param capacity uniform reads per second that busy nodes served right before the round
 */
record AttackRound(double capacity, Recording uniform, Recording attack) {

  /** The reads that were due in a part of the round. */
  record Reads(Summary uniform, Summary attack) {

    /** Uniform reads per second that the nodes served in time. */
    double good() {
      return uniform.perSecond(Outcome.GOOD);
    }

    double offered() {
      return attack.offeredPerSecond();
    }

    double accepted() {
      return attack.servedPerSecond();
    }

    double rejected() {
      return attack.perSecond(Outcome.REFUSED);
    }

    /** Failed reads of both kinds per second. */
    double failed() {
      return uniform.failedPerSecond() + attack.failedPerSecond();
    }

    /** For a line of progress. */
    @Override
    public String toString() {
      return Text.of(
          "uniform %.0f/s, attack: %.0f/s accepted, %.0f/s rejected",
          good(), accepted(), rejected());
    }
  }

  Reads over(int from, int to) {
    return new Reads(uniform.over(from, to), attack.over(from, to));
  }

  List<Reads> seconds() {
    return IntStream.range(0, uniform.length())
        .mapToObj(second -> over(second, second + 1))
        .toList();
  }
}
