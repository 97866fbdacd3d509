package io.goodput.cli;

import io.goodput.bench.accuracy.LimitAccuracy;
import io.goodput.bench.accuracy.LimitCase;
import io.goodput.bench.accuracy.LimitCases;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code goodput bench limit-accuracy}. */
@Command(
    name = "limit-accuracy",
    description = "How closely a cluster keeps a partition's limit under overload.",
    mixinStandardHelpOptions = true)
final class LimitAccuracyCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Mixin private final BenchRun run = new BenchRun();

  @Mixin private final BenchNodes nodes = new BenchNodes();

  @Option(
      names = "--simulate",
      description = "Simulate six nodes, also in bad conditions, and start no cluster.")
  private boolean simulate;

  @Option(names = "--list", description = "List the cases and run none.")
  private boolean list;

  @Override
  public void run() {
    if (run.quick() && simulate) {
      throw new ParameterException(
          spec.commandLine(), "--quick and --simulate exclude each other: a simulation is quick.");
    }
    if (list) {
      cases().forEach(spec.commandLine().getOut()::println);
    } else {
      run.run(simulate ? LimitAccuracy.simulation(cases()) : new LimitAccuracy(cases()), nodes);
    }
  }

  private List<LimitCase> cases() {
    if (simulate) {
      return LimitCases.simulated();
    }
    return run.quick() ? LimitCases.quick() : LimitCases.full();
  }
}
