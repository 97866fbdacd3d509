package io.goodput.cli.simulate;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code goodput simulate cold-cache}. */
@Command(
    name = "cold-cache",
    description = "What a replica that restarts with an empty cache does to a cluster's reads.",
    mixinStandardHelpOptions = true)
final class ColdCacheCommand implements Callable<Integer> {

  @Mixin private final SimulationRun run = new SimulationRun();

  @Override
  public Integer call() {
    run.run(ColdCacheReport::simulate);
    return ExitCode.OK;
  }
}
