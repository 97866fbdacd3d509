package io.goodput.lab.bench.simulated;

import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.simulation.queue.Clients;
import io.goodput.lab.simulation.queue.QueueOutcome;
import io.goodput.lab.simulation.queue.QueueScenario;
import io.goodput.lab.simulation.queue.QueueSimulation;
import io.goodput.lab.simulation.queue.QueueSimulation.Policy;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The simulation {@code late-requests}: a server whose queue grows under load. */
final class SimulatedLateRequests {

  private static final int PER_SECOND = 5000;
  private static final int CLIENT_TIMEOUT = 500;
  private static final int PAUSE = 150;
  private static final double DROP_COST = 0.07;
  private static final int SECONDS = 8;

  private static final List<Figure<Load>> COLUMNS =
      List.of(
          Figure.column("offered", row -> Text.of("%.1fx", row.load)),
          Figure.column("assumed client timeout ms", 0, Load::believedPatience),
          Figure.column("drops nothing", 0, row -> row.goodput(Policy.NOTHING)),
          Figure.column("drops expired", 0, row -> row.goodput(Policy.EXPIRED)),
          Figure.column("Goodput", 0, row -> row.goodput(Policy.GOODPUT)),
          Figure.column(
              "Goodput's median ms", 0, row -> row.outcome(Policy.GOODPUT).medianLatency()));

  private SimulatedLateRequests() {}

  /** An offered load, as a multiple of the capacity, and what the server made of it. */
  private record Load(double load, int believedPatience, Map<Policy, QueueOutcome> outcomes) {

    static Load of(double load, int assumedTimeout) {
      QueueScenario scenario =
          new QueueScenario(
              PER_SECOND,
              load,
              assumedTimeout,
              DROP_COST,
              PAUSE,
              SECONDS,
              List.of(new Clients(1, CLIENT_TIMEOUT, assumedTimeout)));
      Map<Policy, QueueOutcome> outcomes = new EnumMap<>(Policy.class);
      for (Policy policy : Policy.values()) {
        outcomes.put(policy, QueueSimulation.run(scenario, policy).get(0));
      }
      return new Load(load, assumedTimeout, outcomes);
    }

    QueueOutcome outcome(Policy policy) {
      return Objects.requireNonNull(outcomes.get(policy));
    }

    double goodput(Policy policy) {
      return outcome(policy).goodput();
    }
  }

  /** Runs all simulations, in a few seconds of CPU time. */
  static Findings run() {
    Load highest = Load.of(3, CLIENT_TIMEOUT);
    List<Load> loads =
        Stream.concat(
                Stream.of(0.5, 0.9, 1.2, 2.0).map(load -> Load.of(load, CLIENT_TIMEOUT)),
                Stream.of(highest, Load.of(2, 4 * CLIENT_TIMEOUT)))
            .toList();
    return new Findings(
        "Simulated late requests",
        Text.of(
            "At %.0f times its capacity, a server gives %.0f answers/s in time if it drops no"
                + " requests, %.0f if it drops expired ones, and %.0f with Goodput.",
            highest.load,
            highest.goodput(Policy.NOTHING),
            highest.goodput(Policy.EXPIRED),
            highest.goodput(Policy.GOODPUT)),
        Table.of(COLUMNS, loads),
        List.of("Figures are answers in time per second, by what the server drops."),
        List.of(),
        List.of(
            new Fact(
                "Server",
                "%d requests/s, pauses for %d ms every two seconds; clients wait for %d ms"
                    .formatted(PER_SECOND, PAUSE, CLIENT_TIMEOUT))),
        Map.of("loads", loads));
  }
}
