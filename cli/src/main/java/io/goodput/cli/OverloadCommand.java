package io.goodput.cli;

import io.goodput.bench.overload.Lengths;
import io.goodput.bench.overload.Overload;
import io.goodput.cluster.Installation;
import io.goodput.cluster.PreconditionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code goodput bench overload}. */
@Command(
    name = "overload",
    description = "What a cluster still does of use when it is asked for more than it can do.",
    mixinStandardHelpOptions = true)
final class OverloadCommand implements Callable<Integer> {

  /** Keeps the two clusters' ports apart, JMX and storage included. */
  private static final int BETWEEN_NODES = 10;

  @Mixin private final BenchRun run = new BenchRun();

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "9352",
      description =
          "Port of the nodes without Goodput; those with Goodput take P + 10"
              + " (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "640",
      description = "Heap of each node in MB (default: ${DEFAULT-VALUE}).")
  private int heap;

  @Option(
      names = "--goodput-yaml",
      paramLabel = "FILE",
      description = "Settings of the protected nodes (default: Goodput's own defaults).")
  private @Nullable Path goodputYaml;

  @Override
  public Integer call() {
    String yaml = yaml();
    run.run(progress -> Overload.measure(settings(yaml), progress));
    return ExitCode.OK;
  }

  private Overload.Settings settings(String yaml) {
    Installation installation = Installation.locate();
    return new Overload.Settings(
        installation.cassandraLib(),
        BenchRun.plugin(installation),
        port,
        port + BETWEEN_NODES,
        heap,
        yaml,
        run.quick() ? Lengths.quick() : Lengths.full());
  }

  private String yaml() {
    if (goodputYaml == null) {
      return "";
    }
    try {
      return Files.readString(goodputYaml);
    } catch (IOException e) {
      throw new PreconditionException(
          "Cannot read " + goodputYaml + ": name a file with settings in --goodput-yaml.");
    }
  }
}
