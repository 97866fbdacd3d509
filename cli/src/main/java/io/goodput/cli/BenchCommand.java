package io.goodput.cli;

import io.goodput.cli.console.ConsoleCost;
import io.goodput.lab.bench.coldcache.ColdCache;
import io.goodput.lab.bench.hotpartition.HotPartition;
import io.goodput.lab.bench.metastable.Metastable;
import io.goodput.lab.bench.neighbor.NoisyNeighbor;
import io.goodput.lab.bench.overload.Overload;
import io.goodput.lab.bench.rejection.RejectionCost;
import io.goodput.lab.nodes.PreconditionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code goodput bench}: the benchmarks. */
@Command(
    name = "bench",
    description = "Measures Goodput on clusters and databases that it starts for this purpose.",
    subcommands = {
      LimitAccuracyCommand.class,
      BenchCommand.HotPartitionCommand.class,
      BenchCommand.NoisyNeighborCommand.class,
      BenchCommand.OverloadCommand.class,
      BenchCommand.MetastableCommand.class,
      BenchCommand.ColdCacheCommand.class,
      BenchCommand.RejectionCostCommand.class,
      WriteStallCommand.class,
      TokenBucketCommand.class,
      BenchCommand.ConsoleCommand.class,
      MeasurementsCommand.class
    })
final class BenchCommand extends CommandGroup {

  @Command(
      name = "hot-partition",
      description = "How a hot partition slows other reads, with and without a limit.")
  static final class HotPartitionCommand implements Runnable {

    @Mixin private final BenchNodes nodes = new BenchNodes();

    @Override
    public void run() {
      nodes.run(new HotPartition());
    }
  }

  @Command(
      name = "noisy-neighbour",
      description = "How a role that scans or loads in bulk slows the reads of another role.")
  static final class NoisyNeighborCommand implements Runnable {

    @Mixin private final BenchNodes nodes = new BenchNodes();

    @Override
    public void run() {
      nodes.run(new NoisyNeighbor());
    }
  }

  @Command(
      name = "overload",
      description = "How much useful work a cluster still does when clients ask for too much.")
  static final class OverloadCommand implements Runnable {

    @Mixin private final BenchNodes nodes = new BenchNodes();

    @Option(
        names = "--goodput-yaml",
        paramLabel = "FILE",
        description = "Settings of the protected nodes (default: drop_late_requests: true).")
    private @Nullable Path yaml;

    @Override
    public void run() {
      try {
        nodes.run(new Overload(yaml == null ? Overload.GOODPUT_YAML : Files.readString(yaml)));
      } catch (IOException e) {
        throw new PreconditionException(
            "Cannot read " + yaml + ": name a file with settings in --goodput-yaml.");
      }
    }
  }

  @Command(
      name = "metastable",
      description = "Whether a cluster recovers from a pause while its clients retry.")
  static final class MetastableCommand implements Runnable {

    @Mixin private final BenchNodes nodes = new BenchNodes();

    @Override
    public void run() {
      nodes.run(new Metastable());
    }
  }

  @Command(
      name = "cold-cache",
      description = "How restarts slow reads, stock and weighted by heat.")
  static final class ColdCacheCommand implements Runnable {

    @Mixin private final BenchNodes nodes = new BenchNodes();

    @Option(
        names = "--one-restart",
        description = "Only one node restarts, instead of all of them in turn.")
    private boolean oneRestart;

    @Override
    public void run() {
      nodes.run(new ColdCache(oneRestart));
    }
  }

  @Command(
      name = "rejection-cost",
      description = "What a decision and a rejection cost, in nanoseconds and bytes.")
  static final class RejectionCostCommand implements Runnable {

    @Mixin private final BenchRun run = new BenchRun();

    @Override
    public void run() {
      run.run(new RejectionCost());
    }
  }

  @Command(name = "console", description = "What the console costs a node in CPU time.")
  static final class ConsoleCommand implements Runnable {

    @Mixin private final BenchNodes nodes = new BenchNodes();

    @Override
    public void run() {
      nodes.run(new ConsoleCost());
    }
  }
}
