package io.goodput.lab.bench.simulated;

import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.simulation.fair.FairOutcome;
import io.goodput.lab.simulation.fair.FairScenario;
import io.goodput.lab.simulation.fair.FairSimulation;
import io.goodput.lab.simulation.fair.Flow;
import io.goodput.lab.simulation.fair.Signal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The simulation {@code fair-shares}: signals of overload, and what they protect. */
final class SimulatedFairShares {

  private static final Flow USUAL = Flow.open(0.4, 1000);
  private static final Flow HOT = Flow.open(3, 1).asNeighbor();
  private static final Flow SCANS = Flow.closed(90, 1000).costing(20).asNeighbor();

  private static final Signal PLUG_IN = Signal.THREADS_OR_PROCESSORS_TOLD;

  private static final FairScenario ATTACK = FairScenario.of("hot partition at 3x", USUAL, HOT);

  /** Where there is enough for all, although it may not look so. */
  private static final List<FairScenario> CALM =
      List.of(
          FairScenario.of(
                  "0.7x on the busiest node, pauses of 200 ms",
                  Flow.open(0.46, 1000),
                  Flow.open(0.08, 1))
              .withPause(200),
          FairScenario.of("0.4x, disk of 20 ms", USUAL).withDisk(20),
          FairScenario.of("0.5x, some requests cost 50x", USUAL, Flow.open(0.1, 1).costing(50)),
          FairScenario.of("0.3x, one of three nodes hangs", Flow.open(0.3, 1000)).withHanging(1));

  /** Where there is not. */
  private static final List<FairScenario> OVERLOADED =
      List.of(
          ATTACK,
          FairScenario.of("the same, another tenant's", USUAL.from(1, 1), HOT.from(1, 1)),
          FairScenario.of("the same, disk of 20 ms", USUAL, HOT).withDisk(20),
          FairScenario.of(
                  "hot partition at 9x of a node, 12 nodes", USUAL, Flow.open(0.75, 1).asNeighbor())
              .withAnyOf(12),
          FairScenario.of(
              "a partition whose requests cost 50x, at 2x",
              USUAL,
              Flow.open(2, 1).costing(50).asNeighbor()),
          FairScenario.of("a tenant with 90 scanning clients", USUAL.from(1, 1), SCANS.from(1, 1)),
          FairScenario.of(
              "the same with a tenth of the weight", USUAL.from(1, 1000), SCANS.from(1, 100)),
          FairScenario.of("all partitions at 2x", Flow.open(2, 1000)),
          FairScenario.of("10,000 equal tenants at 2x", Flow.open(2, 1000).from(10_000, 1)));

  private static final List<Figure<Case>> COLUMNS =
      List.of(
          Figure.column("scenario", Case::scenario),
          Figure.column("signal", row -> row.isOf(PLUG_IN) ? "the plug-in's" : row.signal),
          Figure.column("of alone", 2, Case::ofAlone),
          Figure.column("p99 ms", 0, row -> row.outcome.judgedP99()),
          Figure.column("refused/s", 0, row -> row.outcome.judgedRefused()),
          Figure.column("neighbor/s", 0, row -> row.outcome.neighbor()),
          Figure.column("its refused/s", 0, row -> row.outcome.neighborRefused()),
          Figure.column("work", 2, row -> row.outcome.work()));

  private SimulatedFairShares() {}

  /**
   * A scenario under one signal.
   *
   * @param ofAlone requests to be protected that were answered in time, of what it is without the
   *     neighbor
   */
  private record Case(String scenario, String signal, double ofAlone, FairOutcome outcome) {

    static Stream<Case> of(FairScenario scenario) {
      double alone = FairSimulation.run(scenario.alone(), Signal.NONE).judged();
      return Stream.of(Signal.values())
          .map(
              signal -> {
                FairOutcome outcome = FairSimulation.run(scenario, signal);
                return new Case(scenario.name(), words(signal), outcome.judged() / alone, outcome);
              });
    }

    static Case find(List<Case> cases, String scenario, Signal signal) {
      return cases.stream()
          .filter(it -> it.scenario.equals(scenario) && it.isOf(signal))
          .findFirst()
          .orElseThrow();
    }

    boolean isOf(Signal one) {
      return signal.equals(words(one));
    }

    /** Whether the requests to be protected get the same, as far as the table shows. */
    boolean isLike(Case other) {
      return figures().equals(other.figures());
    }

    private List<Long> figures() {
      return Stream.of(100 * ofAlone, outcome.judgedP99(), outcome.judgedRefused())
          .map(Math::round)
          .toList();
    }

    private static String words(Signal signal) {
      return signal.toString().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** Without the signals that do what no signal does, or what the plug-in's does. */
  private static List<Case> shown(List<Case> cases) {
    return cases.stream()
        .filter(
            it ->
                it.isOf(Signal.NONE)
                    || Stream.of(Signal.NONE, PLUG_IN)
                        .noneMatch(
                            base ->
                                !it.isOf(base) && it.isLike(Case.find(cases, it.scenario, base))))
        .toList();
  }

  /** Runs all simulations, in some ten seconds of CPU time. */
  static Findings run() {
    List<Case> cases = Stream.concat(CALM.stream(), OVERLOADED.stream()).flatMap(Case::of).toList();
    Case stock = Case.find(cases, ATTACK.name(), Signal.NONE);
    Case fair = Case.find(cases, ATTACK.name(), PLUG_IN);
    return new Findings(
        "Simulated fair shares",
        Text.of(
            "An attack on one partition leaves %.0f%% of the other requests, with a p99 of %.0f ms;"
                + " with fair shares while requests wait for threads or processors, it leaves"
                + " %.0f%%, with %.0f ms.",
            100 * stock.ofAlone,
            stock.outcome.judgedP99(),
            100 * fair.ofAlone,
            fair.outcome.judgedP99()),
        Table.of(COLUMNS, shown(cases)),
        List.of(
            "The first columns are those of the requests to be protected: answered in time, of what"
                + " it is without the neighbor; 99th percentile; refused for their share. Work is"
                + " that of all requests answered in time, of what the processors can do.",
            "The plug-in's signal: requests wait for threads, or threads for processors, and nodes"
                + " tell each other. The table leaves out signals whose figures of the protected"
                + " requests are those of none or of the plug-in's."),
        List.of(),
        List.of(
            new Fact(
                "Nodes",
                "three unless said otherwise, with two processors, 128 request threads, and %d"
                        .formatted(FairSimulation.PER_NODE)
                    + " requests/s of the usual cost; clients wait for 1 s, and late requests are"
                    + " dropped")),
        Map.of("cases", cases));
  }
}
