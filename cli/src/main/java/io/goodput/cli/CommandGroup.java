package io.goodput.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only lists its subcommands. */
abstract class CommandGroup implements Runnable {

  @Spec private CommandSpec spec;

  @Option(names = "--list", description = "List the subcommands.")
  private boolean list;

  @Override
  public void run() {
    if (!list) {
      throw new ParameterException(spec.commandLine(), "Name a subcommand; --list lists them.");
    }
    spec.subcommands().forEach(this::print);
  }

  private void print(String name, CommandLine subcommand) {
    UsageMessageSpec usage = subcommand.getCommandSpec().usageMessage();
    if (!usage.hidden()) {
      PrintWriter out = spec.commandLine().getOut();
      out.println("%-16s %s".formatted(name, String.join(" ", usage.description())));
    }
  }
}
