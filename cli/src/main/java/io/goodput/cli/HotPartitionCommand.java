package io.goodput.cli;

import io.goodput.bench.hotpartition.HotPartition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code goodput bench hot-partition}. */
@Command(
    name = "hot-partition",
    description = "How a hot partition slows other reads, with and without a limit.",
    mixinStandardHelpOptions = true)
final class HotPartitionCommand implements Runnable {

  @Mixin private final BenchRun run = new BenchRun();

  @Mixin private final BenchNodes nodes = new BenchNodes();

  @Override
  public void run() {
    run.run(new HotPartition(), nodes);
  }
}
