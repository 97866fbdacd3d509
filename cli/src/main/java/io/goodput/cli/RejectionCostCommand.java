package io.goodput.cli;

import io.goodput.bench.rejection.Lengths;
import io.goodput.bench.rejection.RejectionCost;
import io.goodput.cluster.Installation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code goodput bench rejection-cost}. */
@Command(
    name = "rejection-cost",
    description = "What a decision and a rejection cost, in nanoseconds and bytes.",
    mixinStandardHelpOptions = true)
final class RejectionCostCommand implements Callable<Integer> {

  @Mixin private final BenchRun run = new BenchRun();

  @Override
  public Integer call() {
    Lengths lengths = run.quick() ? Lengths.quick() : Lengths.full();
    Installation installation = Installation.locate();
    RejectionCost.Settings settings =
        new RejectionCost.Settings(
            installation.cassandraLib(), BenchRun.plugin(installation), lengths);
    run.runOld(progress -> RejectionCost.measure(settings, progress));
    return ExitCode.OK;
  }
}
