package io.goodput.lab.bench.command;

import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.accuracy.LimitAccuracy;
import io.goodput.lab.bench.background.Background;
import io.goodput.lab.bench.coldcache.ColdCache;
import io.goodput.lab.bench.hotpartition.HotPartition;
import io.goodput.lab.bench.neighbor.NoisyNeighbor;
import io.goodput.lab.bench.overload.Overload;
import io.goodput.lab.bench.transactions.Transactions;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code goodput bench}: the benchmarks. */
@Command(
    name = "bench",
    description = "Measures Goodput on clusters and databases that it starts for this purpose.")
final class BenchCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  /** The command with a subcommand for each benchmark. */
  static CommandSpec create() {
    return new CommandLine(new BenchCommand())
        .addSubcommand(
            plain(
                "limit-accuracy",
                "How closely a cluster keeps a partition's limit under overload.",
                new LimitAccuracy()))
        .addSubcommand(
            plain(
                "hot-partition",
                "How a hot partition slows other reads, with and without a limit.",
                new HotPartition()))
        .addSubcommand(
            plain(
                "noisy-neighbor",
                "How a role that scans or loads in bulk slows the reads of another role.",
                new NoisyNeighbor()))
        .addSubcommand(
            plain(
                "overload",
                "How much useful work a cluster still does when clients ask for too much.",
                new Overload()))
        .addSubcommand(new MetastableCommand())
        .addSubcommand(
            plain(
                "background",
                "How a node's own work slows reads, and whether it yields.",
                new Background()))
        .addSubcommand(
            plain(
                "cold-cache",
                "How restarts slow reads, stock and weighted by heat.",
                new ColdCache()))
        .addSubcommand(
            plain(
                "lwt",
                "How many lightweight transactions on few keys a cluster applies.",
                new Transactions()))
        .addSubcommand(new WriteStallCommand())
        .addSubcommand(new TokenBucketCommand())
        .getCommandSpec();
  }

  /** A benchmark without options of its own. */
  private static CommandLine plain(String name, String description, Benchmark benchmark) {
    CommandLine command = new CommandLine(new Plain(benchmark));
    command.getCommandSpec().name(name).usageMessage().description(description);
    return command;
  }

  private static final class Plain implements Runnable {

    @Mixin private final BenchRun bench = new BenchRun();

    private final Benchmark benchmark;

    Plain(Benchmark benchmark) {
      this.benchmark = benchmark;
    }

    @Override
    public void run() {
      bench.run(benchmark);
    }
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE;
  }
}
