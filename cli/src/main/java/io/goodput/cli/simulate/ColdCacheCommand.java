package io.goodput.cli.simulate;

import io.goodput.cluster.PreconditionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code goodput simulate cold-cache}. */
@Command(
    name = "cold-cache",
    description = "What a replica that restarts with an empty cache does to a cluster's reads.",
    mixinStandardHelpOptions = true)
final class ColdCacheCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the figures to FILE.")
  private @Nullable Path json;

  @Override
  public Integer call() {
    if (json != null) {
      // Better known before the simulation than after it.
      write(json, "");
    }
    spec.commandLine().getErr().println("Simulating, for some ten seconds ...");
    long begin = System.nanoTime();
    ColdCacheReport report = ColdCacheReport.simulate();
    spec.commandLine().getOut().print(report.table());
    spec.commandLine().getOut().flush();
    if (json != null) {
      write(json, report.json() + "\n");
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    spec.commandLine().getErr().println("Simulated in %d s".formatted(seconds));
    return ExitCode.OK;
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new PreconditionException(
          "Cannot write " + file + ": choose a file in a folder that you may write to.");
    }
  }
}
