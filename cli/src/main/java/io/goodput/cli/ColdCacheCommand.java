package io.goodput.cli;

import io.goodput.bench.coldcache.ColdCache;
import io.goodput.bench.coldcache.Lengths;
import io.goodput.cluster.Installation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code goodput bench cold-cache}. */
@Command(
    name = "cold-cache",
    description = "What the restart of one node does to reads, stock and weighted by heat.",
    mixinStandardHelpOptions = true)
final class ColdCacheCommand implements Callable<Integer> {

  @Mixin private final BenchRun run = new BenchRun();

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "9372",
      description = "Port of the benchmark's own nodes (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "640",
      description = "Heap of each node in MB (default: ${DEFAULT-VALUE}).")
  private int heap;

  @Option(
      names = "--no-dynamic-snitch",
      description =
          "Stock nodes with dynamic_snitch: false, so that they do not choose replicas by latency.")
  private boolean noDynamicSnitch;

  @Override
  public Integer call() {
    run.runOld(progress -> ColdCache.measure(settings(), progress));
    return ExitCode.OK;
  }

  private ColdCache.Settings settings() {
    Installation installation = Installation.locate();
    return new ColdCache.Settings(
        installation.cassandraLib(),
        BenchRun.plugin(installation),
        port,
        heap,
        !noDynamicSnitch,
        run.quick() ? Lengths.quick() : Lengths.full());
  }
}
