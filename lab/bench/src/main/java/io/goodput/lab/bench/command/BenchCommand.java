package io.goodput.lab.bench.command;

import io.goodput.lab.bench.coldcache.ColdCache;
import io.goodput.lab.bench.hotpartition.HotPartition;
import io.goodput.lab.bench.metastable.Metastable;
import io.goodput.lab.bench.neighbor.NoisyNeighbor;
import io.goodput.lab.bench.overload.Overload;
import io.goodput.lab.nodes.PreconditionException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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
      WriteStallCommand.class,
      TokenBucketCommand.class,
      MeasurementsCommand.class
    })
final class BenchCommand implements Runnable {

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

  @Command(
      name = "hot-partition",
      description = "How a hot partition slows other reads, with and without a limit.")
  static final class HotPartitionCommand implements Runnable {

    @Mixin private final BenchRun bench = new BenchRun();

    @Override
    public void run() {
      bench.run(new HotPartition());
    }
  }

  @Command(
      name = "noisy-neighbor",
      description = "How a role that scans or loads in bulk slows the reads of another role.")
  static final class NoisyNeighborCommand implements Runnable {

    @Mixin private final BenchRun bench = new BenchRun();

    @Override
    public void run() {
      bench.run(new NoisyNeighbor());
    }
  }

  @Command(
      name = "overload",
      description = "How much useful work a cluster still does when clients ask for too much.")
  static final class OverloadCommand implements Runnable {

    @Mixin private final BenchRun bench = new BenchRun();

    @Option(
        names = "--goodput-yaml",
        paramLabel = "FILE",
        description = "Settings of the goodput nodes (default: drop_late_requests: true).")
    private @Nullable Path yaml;

    @Override
    public void run() {
      try {
        bench.run(new Overload(yaml == null ? Overload.GOODPUT_YAML : Files.readString(yaml)));
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

    @Mixin private final BenchRun bench = new BenchRun();

    @Override
    public void run() {
      bench.run(new Metastable());
    }
  }

  @Command(
      name = "cold-cache",
      description = "How restarts slow reads, stock and weighted by heat.")
  static final class ColdCacheCommand implements Runnable {

    @Mixin private final BenchRun bench = new BenchRun();

    @Override
    public void run() {
      bench.run(new ColdCache());
    }
  }
}
