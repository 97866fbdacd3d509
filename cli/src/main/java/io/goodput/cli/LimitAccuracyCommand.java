package io.goodput.cli;

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

  @Mixin private final BenchNodes nodes = new BenchNodes();

  @Option(
      names = "--simulate",
      description = "Simulate six nodes, also in bad conditions, and start no cluster.")
  private boolean simulate;

  @Option(names = "--list", description = "List the cases and run none.")
  private boolean list;

  @Override
  public void run() {
    if (nodes.quick && simulate) {
      throw nodes.mistake("--quick and --simulate exclude each other: a simulation is quick.");
    }
    if (list) {
      nodes.list(cases());
    } else {
      nodes.run(simulate ? LimitAccuracy.simulation(cases()) : new LimitAccuracy(cases()));
    }
  }

  private List<LimitCase> cases() {
    if (simulate) {
      return LimitCases.simulated();
    }
    return nodes.quick ? LimitCases.quick() : LimitCases.full();
  }
}
