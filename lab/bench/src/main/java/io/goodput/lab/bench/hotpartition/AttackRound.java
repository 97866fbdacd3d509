package io.goodput.lab.bench.hotpartition;

import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Figure;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The reads of a round, whose phases follow each other in an order. Before it, busy nodes served
 * {@code capacity} uniform reads per second.
 */
record AttackRound(List<Phase> order, double capacity, Recording uniform, Recording attack) {

  record Reads(Summary uniform, Summary attack) {

    static final List<Figure<Reads>> FIGURES =
        List.of(
            Figure.<Reads>number("uniform", 0, Reads::good).as("uniform/s"),
            Figure.number("p50_ms", 2, reads -> reads.uniform.p50Millis()),
            Figure.number("p99_ms", 2, reads -> reads.uniform.p99Millis()),
            Figure.<Reads>number("attack_offered", 0, Reads::offered).as("attack/s"),
            Figure.<Reads>number("attack_accepted", 0, Reads::accepted).as("accepted/s"),
            Figure.<Reads>number("attack_rejected", 0, Reads::rejected).as("rejected/s"));

    double good() {
      return uniform.goodPerSecond();
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
  }

  /** The second at which a phase begins, if phases follow each other in this order. */
  static int begin(List<Phase> order, Phase phase, PhaseLengths lengths) {
    return order.subList(0, order.indexOf(phase)).stream()
        .mapToInt(earlier -> earlier.seconds(lengths))
        .sum();
  }

  /** The reads of a phase that count. */
  Reads in(Phase phase, PhaseLengths lengths) {
    int begin = begin(order, phase, lengths);
    return over(begin + lengths.settle(), begin + phase.seconds(lengths));
  }

  List<Reads> seconds() {
    return IntStream.range(0, uniform.length())
        .mapToObj(second -> over(second, second + 1))
        .toList();
  }

  private Reads over(int from, int to) {
    return new Reads(uniform.over(from, to), attack.over(from, to));
  }
}
