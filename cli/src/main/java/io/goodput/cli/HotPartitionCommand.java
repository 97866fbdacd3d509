package io.goodput.cli;

import io.goodput.bench.hotpartition.HotPartition;
import io.goodput.bench.hotpartition.HotPartitionResult;
import io.goodput.bench.hotpartition.Lengths;
import io.goodput.cluster.Installation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code goodput bench hot-partition}. */
@Command(
    name = "hot-partition",
    description = "What a viral partition does to the rest of a cluster, without and with a limit.",
    mixinStandardHelpOptions = true)
final class HotPartitionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--quick", description = "Within four minutes.")
  private boolean quick;

  @Override
  public Integer call() {
    Installation installation = Installation.locate();
    long begin = System.nanoTime();
    HotPartitionResult result =
        HotPartition.measure(
            new HotPartition.Settings(
                installation.cassandraLib(),
                installation.plugin().orElseThrow(),
                9342,
                640,
                quick ? Lengths.quick() : Lengths.full()),
            line ->
                spec.commandLine()
                    .getErr()
                    .println((System.nanoTime() - begin) / 1_000_000_000 + " s " + line));
    spec.commandLine().getOut().println(result.cpu());
    return ExitCode.OK;
  }
}
