package io.goodput.cli;

import io.goodput.bench.coldcache.ColdCache;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code goodput bench cold-cache}. */
@Command(
    name = "cold-cache",
    description = "How the restart of one node slows reads, stock and weighted by heat.",
    mixinStandardHelpOptions = true)
final class ColdCacheCommand implements Runnable {

  @Mixin private final BenchRun run = new BenchRun();

  @Mixin private final BenchNodes nodes = new BenchNodes();

  @Option(
      names = "--no-dynamic-snitch",
      description = "Stock nodes do not choose replicas by latency (dynamic_snitch: false).")
  private boolean noDynamicSnitch;

  @Override
  public void run() {
    run.run(new ColdCache(!noDynamicSnitch), nodes);
  }
}
