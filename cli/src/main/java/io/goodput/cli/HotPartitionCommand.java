package io.goodput.cli;

import io.goodput.bench.hotpartition.HotPartition;
import io.goodput.bench.hotpartition.Lengths;
import io.goodput.cluster.Installation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code goodput bench hot-partition}. */
@Command(
    name = "hot-partition",
    description = "What a viral partition does to the rest of a cluster, without and with a limit.",
    mixinStandardHelpOptions = true)
final class HotPartitionCommand implements Callable<Integer> {

  @Mixin private final BenchRun run = new BenchRun();

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "9342",
      description = "Port of the benchmark's own nodes (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "640",
      description = "Heap of each node in MB (default: ${DEFAULT-VALUE}).")
  private int heap;

  @Override
  public Integer call() {
    run.runOld(progress -> HotPartition.measure(settings(), progress));
    return ExitCode.OK;
  }

  private HotPartition.Settings settings() {
    Installation installation = Installation.locate();
    return new HotPartition.Settings(
        installation.cassandraLib(),
        BenchRun.plugin(installation),
        port,
        heap,
        run.quick() ? Lengths.quick() : Lengths.full());
  }
}
