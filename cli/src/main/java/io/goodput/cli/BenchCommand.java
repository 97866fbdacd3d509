package io.goodput.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code goodput bench}: the benchmarks. */
@Command(
    name = "bench",
    description = "Measures what Goodput promises, on real clusters and databases of its own.",
    mixinStandardHelpOptions = true,
    subcommands = {
      LimitAccuracyCommand.class,
      HotPartitionCommand.class,
      OverloadCommand.class,
      ColdCacheCommand.class,
      RejectionCostCommand.class,
      WriteStallCommand.class,
      TokenBucketCommand.class,
      MeasurementsCommand.class
    })
final class BenchCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Option(names = "--list", description = "List the benchmarks.")
  private boolean list;

  @Override
  public void run() {
    if (!list) {
      throw new ParameterException(
          spec.commandLine(), "Name a benchmark; --list shows which there are.");
    }
    for (Map.Entry<String, CommandLine> benchmark : spec.subcommands().entrySet()) {
      UsageMessageSpec usage = benchmark.getValue().getCommandSpec().usageMessage();
      if (usage.hidden()) {
        continue;
      }
      spec.commandLine()
          .getOut()
          .println("%-16s %s".formatted(benchmark.getKey(), String.join(" ", usage.description())));
    }
  }
}
