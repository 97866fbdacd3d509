package io.goodput.lab.bench.simulated;

import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.simulation.pacing.SpeedChange;
import io.goodput.lab.simulation.pacing.WriteStallOutcome;
import io.goodput.lab.simulation.pacing.WriteStallScenario;
import io.goodput.lab.simulation.pacing.WriteStallSimulation;
import io.goodput.lab.simulation.pacing.WriteStallSimulation.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The simulation {@code write-stall}: databases whose writes may outrun their flushes. */
final class SimulatedWriteStall {

  private static final double MEGABYTE = 1 << 20;

  private static final List<Figure<Case>> COLUMNS =
      List.of(
          Figure.column("databases", Case::databases),
          Figure.column("policy", Case::policy),
          Figure.column("MB/s", 1, row -> row.outcome.megabytesPerSecond()),
          Figure.column("slowest second", 2, row -> row.outcome.slowestSecond()),
          Figure.column("p99 ms", 1, row -> row.outcome.p99Millis()),
          Figure.column("max ms", 1, row -> row.outcome.maxMillis()),
          Figure.column("stops", 0, row -> row.outcome.stops()),
          Figure.column("memory", 2, row -> row.outcome.peakMemory()));

  private SimulatedWriteStall() {}

  private record Case(String databases, String policy, WriteStallOutcome outcome) {}

  /** Runs all simulations, in a few seconds of CPU time. */
  static Findings run() {
    List<Case> cases = new ArrayList<>();
    WriteStallScenario sixteen = WriteStallScenario.SIXTEEN;
    double seconds = sixteen.seconds();
    add(cases, "16, offered 3x of the disk", sixteen);
    add(cases, "the same, disk pauses for 5 s", sixteen.withDiskChange(new SpeedChange(20, 5, 0)));
    add(
        cases,
        "the same, disk 4x slower for 20 s",
        sixteen.withDiskChange(new SpeedChange(20, 20, 0.25)));
    add(cases, "1, offered 3x of the disk", sixteen.withLoad(1, 3 * sixteen.disk(), seconds));
    add(cases, "16, offered 2/3 of the disk", sixteen.withLoad(16, 2 * MEGABYTE, seconds));
    SpeedChange burst = new SpeedChange(20, 5, 4);
    add(cases, "16, 1/3 of the disk, 5 s of 4/3", sixteen.withOpenLoad(MEGABYTE, burst));
    WriteStallOutcome stock = cases.get(0).outcome;
    WriteStallOutcome paced = cases.get(1).outcome;
    return new Findings(
        "Simulated write stalls",
        Text.of(
            "Sixteen databases that are offered three times what their disk takes stop writes %d"
                + " times, and %d times if paced; the longest write takes %.0f ms, and %.0f ms.",
            stock.stops(), paced.stops(), stock.maxMillis(), paced.maxMillis()),
        Table.of(COLUMNS, cases),
        List.of("The slowest second is a fraction of the mean; memory is a fraction of the limit."),
        List.of(),
        List.of(),
        Map.of("cases", cases));
  }

  private static void add(List<Case> cases, String databases, WriteStallScenario scenario) {
    for (Policy policy : Policy.values()) {
      String name = policy.name().toLowerCase(Locale.ROOT);
      cases.add(new Case(databases, name, WriteStallSimulation.run(scenario, policy)));
    }
  }
}
