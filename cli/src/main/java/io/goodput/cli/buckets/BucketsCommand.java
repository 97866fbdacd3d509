package io.goodput.cli.buckets;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code goodput buckets}. */
@Command(
    name = "buckets",
    description = "Token buckets on PostgreSQL and YugabyteDB.",
    mixinStandardHelpOptions = true,
    subcommands = {
      InstallCommand.class,
      ListCommand.class,
      ShowCommand.class,
      SetCommand.class,
      ResetCommand.class,
      PruneCommand.class
    })
public final class BucketsCommand implements Runnable {

  @Spec private CommandSpec spec;

  BucketsCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Name what to do with buckets.");
  }
}
