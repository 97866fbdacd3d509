package io.goodput.cli;

import picocli.CommandLine.Command;

/** {@code goodput bench}: the benchmarks. */
@Command(
    name = "bench",
    description = "Measures Goodput on clusters and databases that it starts for this purpose.",
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
final class BenchCommand extends CommandGroup {}
