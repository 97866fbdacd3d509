package io.goodput.lab.bench.simulated;

import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.simulation.heat.ColdCacheScenario;
import io.goodput.lab.simulation.heat.ColdCacheSimulation;
import io.goodput.lab.simulation.heat.ColdCacheSimulation.Policy;
import io.goodput.lab.simulation.heat.RollingRestartOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The simulation {@code cold-cache}: all replicas restart with empty caches, one after another. */
final class SimulatedRollingRestart {

  /** The first is that of the benchmark. */
  private static final List<Integer> LOADS =
      List.of(ColdCacheScenario.ROLLING.requestsPerSecond(), 500, 600);

  private static final List<Figure<Row>> COLUMNS =
      List.of(
          Figure.column("reads/s", 0, row -> row.load),
          Figure.column("disk use", 2, row -> row.outcome.diskUseWithOneDown()),
          Figure.column("policy", Row::policy),
          Figure.column("slow s", 0, row -> row.outcome.slowSeconds()),
          Figure.column("% lost", 1, row -> row.outcome.lostPercent()),
          Figure.column("mean ms", 0, row -> row.outcome.meanMillis()),
          Figure.column("p99 ms", 0, row -> row.outcome.p99Millis()),
          Figure.column("last up after s", 0, row -> row.outcome.lastUpSeconds()),
          Figure.column("all warm after s", Row::warmSeconds),
          Figure.column("last share", 2, row -> row.outcome.lastShare()));

  private SimulatedRollingRestart() {}

  private record Row(int load, String policy, RollingRestartOutcome outcome) {

    static Row of(int load, Policy policy) {
      return new Row(
          load,
          name(policy),
          ColdCacheSimulation.runRolling(
              ColdCacheScenario.ROLLING.withRequestsPerSecond(load), policy));
    }

    String warmSeconds() {
      return outcome.warmSeconds() < ColdCacheScenario.ROLLING.seconds()
          ? Text.number(outcome.warmSeconds(), 0)
          : "never";
    }
  }

  /** The name of a policy in tables. */
  static String name(Policy policy) {
    return policy.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Runs all simulations, in a few seconds of CPU time. */
  static Findings run() {
    List<Row> rows =
        LOADS.stream()
            .flatMap(load -> Arrays.stream(Policy.values()).map(policy -> Row.of(load, policy)))
            .toList();
    RollingRestartOutcome before = rows.get(0).outcome;
    int first = LOADS.get(0);
    return new Findings(
        "Simulated rolling restart with cold caches",
        rows.stream()
            .filter(row -> row.load == first)
            .map(row -> Text.of("%d s (%s)", row.outcome.slowSeconds(), row.policy))
            .collect(
                Collectors.joining(
                    ", ",
                    Text.of(
                        "When all replicas restart, one after the other, at %d reads per second,"
                            + " reads take more than twice as long as before for ",
                        first),
                    ".")),
        Table.of(COLUMNS, rows),
        List.of(
            Text.of(
                "Disk use is that of two warm replicas without the third. Other figures are those of"
                    + " the %d s after the first stop; last share is that of the"
                    + " replica with the fewest reads in the 30 s after the last one is up, and 1"
                    + " is fair.",
                ColdCacheScenario.ROLLING.seconds())),
        List.of(),
        List.of(
            new Fact(
                "Reads",
                Text.of(
                    "three replicas, QUORUM, Zipf 0.99; before the restarts, mean %.0f ms, p99"
                        + " %.0f ms",
                    before.steadyMillis(), before.steadyP99Millis()))),
        Map.of("rolling", rows));
  }
}
