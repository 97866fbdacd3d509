package io.goodput.cli.simulate;

import io.goodput.simulation.pacing.SpeedChange;
import io.goodput.simulation.pacing.WriteStallOutcome;
import io.goodput.simulation.pacing.WriteStallScenario;
import io.goodput.simulation.pacing.WriteStallSimulation;
import io.goodput.simulation.pacing.WriteStallSimulation.Policy;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code goodput simulate write-stall}. */
@Command(
    name = "write-stall",
    description = "What becomes of writes that outrun the flushes of their databases.",
    mixinStandardHelpOptions = true)
final class WriteStallCommand implements Callable<Integer> {

  private static final double MEGABYTE = 1 << 20;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        "%-34s %-16s %8s %8s %8s %10s %8s %7s"
            .formatted(
                "databases", "policy", "MB/s", "slowest", "p99 ms", "max ms", "stops", "memory"));
    scenarios()
        .forEach(
            (name, scenario) -> {
              for (Policy policy : Policy.values()) {
                out.println(line(name, policy, WriteStallSimulation.run(scenario, policy)));
              }
            });
    out.flush();
    return ExitCode.OK;
  }

  private static Map<String, WriteStallScenario> scenarios() {
    WriteStallScenario sixteen = WriteStallScenario.SIXTEEN;
    Map<String, WriteStallScenario> scenarios = new LinkedHashMap<>();
    scenarios.put("16, offered 3x of the disk", sixteen);
    scenarios.put(
        "the same, disk pauses for 5 s", sixteen.withDiskChange(new SpeedChange(20, 5, 0)));
    scenarios.put(
        "the same, disk 4x slower for 20 s", sixteen.withDiskChange(new SpeedChange(20, 20, 0.25)));
    scenarios.put(
        "1, offered 3x of the disk", sixteen.withLoad(1, 3 * sixteen.disk(), sixteen.seconds()));
    scenarios.put(
        "16, offered 2/3 of the disk", sixteen.withLoad(16, 2 * MEGABYTE, sixteen.seconds()));
    scenarios.put(
        "16, 1/3 of the disk, 5 s of 4/3",
        sixteen.withOpenLoad(MEGABYTE, new SpeedChange(20, 5, 4)));
    return scenarios;
  }

  private static String line(String name, Policy policy, WriteStallOutcome outcome) {
    return String.format(
        Locale.ROOT,
        "%-34s %-16s %8.1f %8.2f %8.1f %10.1f %8d %7.2f",
        name,
        policy.name().toLowerCase(Locale.ROOT).replace('_', ' '),
        outcome.megabytesPerSecond(),
        outcome.slowestSecond(),
        outcome.p99Millis(),
        outcome.maxMillis(),
        outcome.stops(),
        outcome.peakMemory());
  }
}
