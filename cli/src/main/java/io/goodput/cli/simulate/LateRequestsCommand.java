package io.goodput.cli.simulate;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code goodput simulate late-requests}. */
@Command(
    name = "late-requests",
    description = "What becomes of a server's goodput, by what it drops from its queue.",
    mixinStandardHelpOptions = true)
final class LateRequestsCommand implements Callable<Integer> {

  @Mixin private final SimulationRun run = new SimulationRun();

  @Override
  public Integer call() {
    run.run(LateRequestsReport::simulate);
    return ExitCode.OK;
  }
}
