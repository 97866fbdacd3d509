package io.goodput.cli;

import io.goodput.bench.report.Figure;
import io.goodput.bench.report.Findings;
import io.goodput.bench.report.Findings.Fact;
import io.goodput.bench.report.Table;
import io.goodput.simulation.fair.FairOutcome;
import io.goodput.simulation.fair.FairScenario;
import io.goodput.simulation.fair.FairSimulation;
import io.goodput.simulation.fair.Flow;
import io.goodput.simulation.fair.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The simulation {@code fair-shares}: signals of overload, and what they protect. */
final class SimulatedFairShares {

  private static final Flow USUAL = Flow.open(0.4, 1000);
  private static final Flow HOT = Flow.open(3, 1).asNeighbor();

  /** Where there is enough for all, although it may not look so. */
  private static final List<FairScenario> CALM =
      List.of(
          FairScenario.of(
                  "0.7 of capacity, a third of it one partition, pauses of 200 ms",
                  Flow.open(0.45, 1000),
                  Flow.open(0.25, 1))
              .withPause(200),
          FairScenario.of("0.4 of capacity, disk of 20 ms", USUAL).withDisk(20),
          FairScenario.of(
              "0.4 of capacity, expensive requests now and then",
              USUAL,
              Flow.open(0.1, 1).costing(50)),
          FairScenario.of("0.3 of capacity, one of three nodes hangs", Flow.open(0.3, 1000))
              .withHanging(1));

  /** Where there is not. */
  private static final List<FairScenario> OVERLOADED =
      List.of(
          FairScenario.of("hot partition at 3x", USUAL, HOT),
          FairScenario.of(
                  "hot partition at 3x, 12 nodes, any coordinates",
                  USUAL,
                  Flow.open(0.75, 1).asNeighbor())
              .withAnyOf(12),
          FairScenario.of("hot partition at 3x, disk of 20 ms", USUAL, HOT).withDisk(20),
          FairScenario.of(
              "one expensive partition (50x)", USUAL, Flow.open(2, 1).costing(50).asNeighbor()),
          FairScenario.of(
              "a tenant of 90 clients, each request costs 20x",
              USUAL.from(1, 1),
              Flow.closed(90, 1000).costing(20).from(1, 1).asNeighbor()),
          FairScenario.of(
              "the same with a tenth of the weight",
              USUAL.from(1, 1000),
              Flow.closed(90, 1000).costing(20).from(1, 100).asNeighbor()),
          FairScenario.of("all partitions at 2x", Flow.open(2, 1000)),
          FairScenario.of("10,000 equal tenants at 2x", Flow.open(2, 1000).from(10_000, 1)));

  private static final List<Figure<Case>> COLUMNS =
      List.of(
          Figure.column("scenario", row -> row.scenario.name()),
          Figure.column(
              "signal", row -> row.signal.toString().toLowerCase(Locale.ROOT).replace('_', ' ')),
          Figure.column("of alone", 2, Case::judgedOfAlone),
          Figure.column("p99 ms", 0, row -> row.outcome.judgedP99()),
          Figure.column("refused/s", 0, row -> row.outcome.judgedRefused()),
          Figure.column("neighbor/s", 0, row -> row.outcome.neighbor()),
          Figure.column("its refused/s", 0, row -> row.outcome.neighborRefused()),
          Figure.column("work", 2, row -> row.outcome.work()));

  private SimulatedFairShares() {}

  private record Case(
      FairScenario scenario, Signal signal, FairOutcome alone, FairOutcome outcome) {
    double judgedOfAlone() {
      return outcome.judged() / alone.judged();
    }
  }

  /** Runs all simulations, in a minute of CPU time. */
  static Findings run() {
    List<Case> cases = new ArrayList<>();
    for (List<FairScenario> scenarios : List.of(CALM, OVERLOADED)) {
      for (FairScenario scenario : scenarios) {
        FairOutcome alone = FairSimulation.run(scenario.alone(), Signal.NONE);
        for (Signal signal : Signal.values()) {
          cases.add(new Case(scenario, signal, alone, FairSimulation.run(scenario, signal)));
        }
      }
    }
    return new Findings(
        "Simulated fair shares",
        "headline",
        Table.of(COLUMNS, cases),
        List.of("Figures are those of requests to be protected; the neighbor has its own."),
        List.of(),
        List.of(
            new Fact(
                "Nodes",
                "two processors each, %d requests/s of the usual cost"
                    .formatted(FairSimulation.PER_NODE))),
        Map.of("cases", cases));
  }
}
