package io.goodput.cli.simulate;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code goodput simulate}: the simulations. */
@Command(
    name = "simulate",
    description = "Simulates what Goodput's rules do in a cluster; starts none.",
    mixinStandardHelpOptions = true,
    subcommands = {ColdCacheCommand.class, LateRequestsCommand.class, WriteStallCommand.class})
public final class SimulateCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Option(names = "--list", description = "List the simulations.")
  private boolean list;

  @Override
  public void run() {
    if (!list) {
      throw new ParameterException(
          spec.commandLine(), "Name a simulation; --list shows which there are.");
    }
    for (Map.Entry<String, CommandLine> simulation : spec.subcommands().entrySet()) {
      String[] description = simulation.getValue().getCommandSpec().usageMessage().description();
      spec.commandLine()
          .getOut()
          .println("%-16s %s".formatted(simulation.getKey(), String.join(" ", description)));
    }
  }
}
