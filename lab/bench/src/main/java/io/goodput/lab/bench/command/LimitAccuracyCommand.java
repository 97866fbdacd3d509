package io.goodput.lab.bench.command;

import io.goodput.lab.bench.accuracy.LimitAccuracy;
import io.goodput.lab.bench.accuracy.LimitCase;
import io.goodput.lab.bench.accuracy.LimitCases;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code goodput bench limit-accuracy}. */
@Command(
    name = "limit-accuracy",
    description = "How closely a cluster keeps a partition's limit under overload.")
final class LimitAccuracyCommand implements Runnable {

  @Mixin private final BenchRun bench = new BenchRun();

  @Option(
      names = "--simulate",
      description = "Simulate six nodes, also in bad conditions, and start no cluster.")
  private boolean simulate;

  @Option(names = "--list", description = "List the cases and run none.")
  private boolean list;

  @Override
  public void run() {
    if (bench.quick && simulate) {
      throw bench.mistake("--quick and --simulate exclude each other: a simulation is quick.");
    }
    if (list) {
      bench.list(cases());
    } else {
      bench.run(simulate ? LimitAccuracy.simulation(cases()) : new LimitAccuracy(cases()));
    }
  }

  private List<LimitCase> cases() {
    if (simulate) {
      return LimitCases.simulated();
    }
    return bench.quick ? LimitCases.quick() : LimitCases.full();
  }
}
