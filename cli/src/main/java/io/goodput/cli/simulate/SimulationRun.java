package io.goodput.cli.simulate;

import io.goodput.cluster.PreconditionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option and the course that all simulations have in common. */
final class SimulationRun {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the figures to FILE.")
  private @Nullable Path json;

  /** Simulates, and prints and writes what came of it. */
  void run(Supplier<Simulated> simulation) {
    if (json != null) {
      // Better known before the simulation than after it.
      write(json, "");
    }
    spec.commandLine().getErr().println("Simulating ...");
    long begin = System.nanoTime();
    Simulated found = simulation.get();
    spec.commandLine().getOut().print(found.table());
    spec.commandLine().getOut().flush();
    if (json != null) {
      write(json, found.json() + "\n");
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    spec.commandLine().getErr().println("Simulated in %d s".formatted(seconds));
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
