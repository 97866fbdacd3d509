package io.goodput.cli;

import io.goodput.bench.overload.Overload;
import io.goodput.cluster.PreconditionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code goodput bench overload}. */
@Command(
    name = "overload",
    description = "How much useful work a cluster still does when clients ask for too much.",
    mixinStandardHelpOptions = true)
final class OverloadCommand implements Runnable {

  @Mixin private final BenchRun run = new BenchRun();

  @Mixin private final BenchNodes nodes = new BenchNodes();

  @Option(
      names = "--goodput-yaml",
      paramLabel = "FILE",
      description = "Settings of the protected nodes (default: Goodput's own defaults).")
  private @Nullable Path goodputYaml;

  @Override
  public void run() {
    run.run(new Overload(yaml()), nodes);
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
