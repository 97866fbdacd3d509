package io.goodput.cli;

import io.goodput.bench.rejection.RejectionCost;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code goodput bench rejection-cost}. */
@Command(
    name = "rejection-cost",
    description = "What a decision and a rejection cost, in nanoseconds and bytes.",
    mixinStandardHelpOptions = true)
final class RejectionCostCommand implements Runnable {

  @Mixin private final BenchRun run = new BenchRun();

  @Override
  public void run() {
    run.run(new RejectionCost());
  }
}
