package io.goodput.lab.bench.command;

import io.goodput.lab.bench.accuracy.LimitAccuracy;
import io.goodput.lab.bench.accuracy.LimitCases;
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

  @Override
  public void run() {
    if (bench.quick && simulate) {
      throw bench.mistake("--quick and --simulate exclude each other: a simulation is quick.");
    }
    if (simulate) {
      bench.run(LimitAccuracy.simulation(LimitCases.simulated()));
    } else {
      bench.run(new LimitAccuracy(bench.quick ? LimitCases.quick() : LimitCases.full()));
    }
  }
}
